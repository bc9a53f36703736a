-- The record of each DROP PARTITION, written in the transaction that records DROPPED.
CREATE TABLE IF NOT EXISTS partition_drop (
  dataset         VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard           SMALLINT UNSIGNED NOT NULL,
  run_id          VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  table_partition VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  server_uuid     CHAR(36)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- The server's @@gtid_executed when the drop was known to be done; empty where gtid_mode is OFF.
  gtid_executed   LONGTEXT     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  dropped_at      TIMESTAMP(6) NOT NULL,
  PRIMARY KEY (dataset, shard, run_id, table_partition)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What each server last told its replicas: a replica that shows a beat has applied all that the
-- server committed before it, every DROP PARTITION included.
CREATE TABLE IF NOT EXISTS replication_beat (
  server_uuid CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  beat        BIGINT UNSIGNED NOT NULL,
  beat_at     TIMESTAMP(6) NOT NULL,
  PRIMARY KEY (server_uuid)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
