package io.tallykeep.statement.camt;

import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.gate.StatementGate;

/**
 * What every part of a message needs.
 *
 * @param profile the profile
 * @param options its options
 * @param kind message and version
 * @param gate where entries go
 */
record CamtContext(
    StatementProfile profile, CamtOptions options, String kind, StatementGate gate) {}
