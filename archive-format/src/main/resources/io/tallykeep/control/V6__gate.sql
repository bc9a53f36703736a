-- What the gate keeps besides the events' own rows.

-- Events and operations that came again with another content: nothing was applied, a person must
-- look. One row per content; the same content again only counts. conflict_id is a SHA-256 of all
-- columns up to offered.
CREATE TABLE IF NOT EXISTS gate_conflict (
  conflict_id   BINARY(32) NOT NULL,
  dataset       VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard         SMALLINT UNSIGNED NOT NULL,
  subject       VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  identity      TEXT NOT NULL,
  event_day     DATE NOT NULL,
  operation     TEXT NULL,
  recorded      TEXT NOT NULL,
  offered       TEXT NOT NULL,
  times         BIGINT UNSIGNED NOT NULL DEFAULT 1,
  first_seen_at TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  last_seen_at  TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (conflict_id),
  KEY gate_conflict_seen (dataset, shard, first_seen_at),
  CONSTRAINT gate_conflict_subject CHECK (subject IN ('EVENT','OPERATION'))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Events that can't be applied yet, with all that is needed to apply them later. Written in the
-- transaction that inserts the event's live row, removed in the one that completes it. identity_hash
-- is a SHA-256 of the identity; the same identity on another day is another event. tried_at orders the
-- list of what to try next.
CREATE TABLE IF NOT EXISTS gate_deferred (
  dataset       VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard         SMALLINT UNSIGNED NOT NULL,
  identity_hash BINARY(32) NOT NULL,
  identity      JSON NOT NULL,
  event_day     DATE NOT NULL,
  payload_hash  VARBINARY(255) NOT NULL,
  payload       LONGBLOB NOT NULL,
  owner         VARCHAR(255) NOT NULL,
  waits_for     VARCHAR(1000) NOT NULL,
  redriven_by   VARCHAR(255) NOT NULL,
  tries         INT UNSIGNED NOT NULL DEFAULT 1,
  deferred_at   TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  tried_at      TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (dataset, shard, identity_hash, event_day),
  KEY gate_deferred_turn (dataset, shard, tried_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
