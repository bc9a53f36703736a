-- What lets people and several workers share the jobs: leases, the pause switch, legal holds and
-- the record of who intervened.

-- Who works on a job of a dataset, and until when the others must believe it. The number rises with
-- every taking, so that a worker that slept through its lease can be told from the one that runs.
CREATE TABLE IF NOT EXISTS worker_lease (
  job          VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  dataset      VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard        SMALLINT UNSIGNED NOT NULL,
  fence_number BIGINT UNSIGNED NOT NULL,
  holder       VARCHAR(255) NOT NULL,
  taken_at     TIMESTAMP(6) NOT NULL,
  renewed_at   TIMESTAMP(6) NOT NULL,
  expires_at   TIMESTAMP(6) NOT NULL,
  PRIMARY KEY (job, dataset, shard)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Switches for the whole control schema. The row is there from the beginning, so that a reader
-- always has one to lock: whoever turns the switch waits for those that have just looked.
CREATE TABLE IF NOT EXISTS control_switch (
  name       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  is_on      BOOLEAN NOT NULL,
  reason     VARCHAR(1000) NULL,
  changed_by VARCHAR(600) NULL,
  changed_at TIMESTAMP(6) NULL,
  PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT IGNORE INTO control_switch (name, is_on) VALUES ('pause', FALSE);

-- Days nothing may be taken away from. Never deleted: a hold ends by being released.
CREATE TABLE IF NOT EXISTS legal_hold (
  id             BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  dataset        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard          SMALLINT UNSIGNED NOT NULL,
  first_day      DATE NOT NULL,
  last_day       DATE NOT NULL,
  reason         VARCHAR(1000) NOT NULL,
  placed_by      VARCHAR(600) NOT NULL,
  placed_at      TIMESTAMP(6) NOT NULL,
  release_reason VARCHAR(1000) NULL,
  released_by    VARCHAR(600) NULL,
  released_at    TIMESTAMP(6) NULL,
  PRIMARY KEY (id),
  KEY legal_hold_days (dataset, shard, first_day)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Every intervention of a person's. Only ever added to.
CREATE TABLE IF NOT EXISTS operator_action (
  id              BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  happened_at     TIMESTAMP(6) NOT NULL,
  account         VARCHAR(300) NOT NULL,
  person          VARCHAR(255) NOT NULL,
  action          VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  dataset         VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  shard           SMALLINT UNSIGNED NULL,
  table_partition VARCHAR(64) NULL,
  first_day       DATE NULL,
  last_day        DATE NULL,
  reason          VARCHAR(1000) NOT NULL,
  state_before    VARCHAR(2000) NULL,
  state_after     VARCHAR(2000) NULL,
  PRIMARY KEY (id),
  KEY operator_action_days (dataset, shard, first_day)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
