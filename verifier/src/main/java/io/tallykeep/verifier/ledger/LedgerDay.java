package io.tallykeep.verifier.ledger;

import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One row of the day ledger.
 *
 * @param day the event day
 * @param progress how far the day is
 * @param attention whether its work is stopped, and in {@code attentionReason} why
 * @param epoch changes with every close, freeze, thaw, expire and late-row delete; never reused
 * @param freezeNumber the epoch of the freeze that copy, publish, prove and drop belong to
 * @param tablePartition the table partition that holds or held the day's rows
 * @param runId the run that took the day on
 * @param snapshotSequence an archive pointer below this sequence number is older than the ledger; 0
 *     where nothing was published
 * @param rowCount rows proven in the archive
 * @param digest 32 bytes as 64 lower-case hexadecimal digits, as {@code TableDigest} prints them
 * @param holdUntil the first day the rows may be dropped
 */
public record LedgerDay(
    LocalDate day,
    Progress progress,
    Attention attention,
    Optional<String> attentionReason,
    long epoch,
    OptionalLong freezeNumber,
    Optional<String> tablePartition,
    Optional<String> runId,
    long snapshotSequence,
    OptionalLong rowCount,
    Optional<String> digest,
    Optional<LocalDate> holdUntil) {}
