-- Tables to start from. Bring your own instead: a dataset's configuration names table and columns.
-- Key columns compare bytes (utf8mb4_0900_bin: binary and without padding), so that two identities
-- are equal in MySQL exactly when they are equal in the archive.

-- One row per consumer and consumed event. The key holds the event day because MySQL wants the
-- partition column in every unique key; the day must therefore follow from the event itself.
CREATE TABLE IF NOT EXISTS inbox (
  consumer_name    VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  event_id         VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  event_day        DATE NOT NULL,
  status           VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  payload_hash     BINARY(32) NOT NULL,
  result_code      VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  tenant_id        VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  operation_type   VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  operation_id     VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  amount_minor     BIGINT NULL,
  currency         CHAR(3) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  source_topic     VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  source_partition INT NULL,
  source_offset    BIGINT NULL,
  received_at      DATETIME(6) NOT NULL,
  PRIMARY KEY (consumer_name, event_id, event_day)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC
PARTITION BY RANGE COLUMNS (event_day) (
  PARTITION p_future VALUES LESS THAN (MAXVALUE)
);

-- Business keys: one row per operation, kept for good, never partitioned by date. Two events with
-- one intent meet here.
CREATE TABLE IF NOT EXISTS operation (
  tenant_id      VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  operation_type VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  operation_id   VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  payload_hash   BINARY(32) NOT NULL,
  client_key     VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  payee          VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  amount_minor   BIGINT NOT NULL,
  currency       CHAR(3) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  status         VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  version        BIGINT NOT NULL,
  created_at     DATETIME(6) NOT NULL,
  updated_at     DATETIME(6) NOT NULL,
  PRIMARY KEY (tenant_id, operation_type, operation_id),
  CONSTRAINT operation_status CHECK (status IN
    ('PROCESSING', 'SUCCEEDED', 'FAILED_FINAL', 'UNKNOWN', 'CANCELLED', 'REFUNDED'))
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- One row per side effect of an operation. What differs from the usual draft of this table, and
-- why, is told in docs/reference-schema.md.
CREATE TABLE IF NOT EXISTS outbox_step (
  biz_key       VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  step_seq      TINYINT UNSIGNED NOT NULL,
  step_status   VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  client_key    VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  payload       JSON NOT NULL,
  retry_count   INT UNSIGNED NOT NULL DEFAULT 0,
  next_retry_at DATETIME(6) NULL,
  created_at    DATETIME(6) NOT NULL,
  updated_at    DATETIME(6) NOT NULL,
  PRIMARY KEY (biz_key, step_seq),
  KEY outbox_step_retry (step_status, next_retry_at),
  CONSTRAINT outbox_step_status CHECK (step_status IN
    ('PENDING', 'SUCCESS', 'FAILED', 'COMPENSATED', 'UNKNOWN'))
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
