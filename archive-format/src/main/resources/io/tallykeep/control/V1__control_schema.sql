-- The control schema: what Tallykeep knows about a server's datasets. It lives on the inbox's own
-- server, so that a day's state and its rows change in one transaction.

-- One row per dataset, shard and event day. A day without a row is not covered. Never deleted.
-- No DDL on this table while guard triggers exist: it would block every insert of an old day.
CREATE TABLE IF NOT EXISTS day_ledger (
  dataset           VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard             SMALLINT UNSIGNED NOT NULL,
  event_day         DATE NOT NULL,
  progress          VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  attention         VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'NONE',
  attention_reason  VARCHAR(2000) NULL,
  attention_nights  INT UNSIGNED NOT NULL DEFAULT 0,
  epoch             BIGINT UNSIGNED NOT NULL,
  freeze_number     BIGINT UNSIGNED NULL,
  table_partition   VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  run_id            VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_bin NULL,
  snapshot_sequence BIGINT UNSIGNED NOT NULL DEFAULT 0,
  row_count         BIGINT UNSIGNED NULL,
  digest            BINARY(32) NULL,
  closed_at         TIMESTAMP(6) NULL,
  frozen_at         TIMESTAMP(6) NULL,
  proven_at         TIMESTAMP(6) NULL,
  hold_until        DATE NULL,
  dropped_at        TIMESTAMP(6) NULL,
  expired_at        TIMESTAMP(6) NULL,
  changed_at        TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  PRIMARY KEY (dataset, shard, event_day),
  CONSTRAINT day_ledger_progress CHECK (progress IN ('ONLINE','CLOSED','FROZEN','COPIED','PUBLISHING',
    'PUBLISHED','PROVEN','HELD','DROPPING','DROPPED','EXPIRED')),
  CONSTRAINT day_ledger_attention CHECK (attention IN ('NONE','DEFERRED','QUARANTINED'))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The data files one copy attempt wrote, before and after they are published.
CREATE TABLE IF NOT EXISTS archive_file (
  run_id          VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  freeze_number   BIGINT UNSIGNED NOT NULL,
  ordinal         INT UNSIGNED NOT NULL,
  dataset         VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard           SMALLINT UNSIGNED NOT NULL,
  table_partition VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  event_day       DATE NOT NULL,
  path            VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  size_bytes      BIGINT UNSIGNED NOT NULL,
  etag            VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  row_count       BIGINT UNSIGNED NOT NULL,
  digest          BINARY(32) NOT NULL,
  written_at      TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (run_id, freeze_number, ordinal),
  KEY archive_file_partition (dataset, shard, table_partition)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Iceberg's JDBC catalog layout, version V1, so that engines open the table as it is. Binary
-- collation: the pointer's compare-and-set must compare bytes.
CREATE TABLE IF NOT EXISTS iceberg_tables (
  catalog_name               VARCHAR(255) NOT NULL,
  table_namespace            VARCHAR(255) NOT NULL,
  table_name                 VARCHAR(255) NOT NULL,
  metadata_location          VARCHAR(1000) NULL,
  previous_metadata_location VARCHAR(1000) NULL,
  iceberg_type               VARCHAR(5) NULL,
  PRIMARY KEY (catalog_name, table_namespace, table_name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS iceberg_namespace_properties (
  catalog_name   VARCHAR(255) NOT NULL,
  namespace      VARCHAR(255) NOT NULL,
  property_key   VARCHAR(255) NOT NULL,
  property_value VARCHAR(1000) NULL,
  PRIMARY KEY (catalog_name, namespace, property_key)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The head Tallykeep itself committed last, written in the transaction that moves the pointer. A
-- pointer that differs was moved by somebody else: look-ups are undecidable until it is audited.
CREATE TABLE IF NOT EXISTS archive_head (
  catalog_name      VARCHAR(255) NOT NULL,
  table_namespace   VARCHAR(255) NOT NULL,
  table_name        VARCHAR(255) NOT NULL,
  metadata_location VARCHAR(1000) NOT NULL,
  snapshot_sequence BIGINT UNSIGNED NOT NULL,
  changed_at        TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  PRIMARY KEY (catalog_name, table_namespace, table_name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The latest clock reading of each server: a clock that went back closes nothing.
CREATE TABLE IF NOT EXISTS server_clock (
  server_uuid  CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  last_seen_at DATETIME(6) NOT NULL,
  PRIMARY KEY (server_uuid)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
