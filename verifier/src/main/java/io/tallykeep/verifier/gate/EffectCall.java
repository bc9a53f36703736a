package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.gate.NestedGates.NestedGateException;
import io.tallykeep.verifier.gate.connection.EffectConnection;
import io.tallykeep.verifier.gate.connection.EffectWatch;
import io.tallykeep.verifier.gate.connection.RefusedCallException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Runs an effect on its wrapped connection, and tells how it ended. */
final class EffectCall {
  private EffectCall() {}

  /** How an effect ended. */
  sealed interface Ended {
    /** It answered, and no error happened on its connection. */
    record Answered(EffectResult result) implements Ended {}

    /** It must not be committed, and a repetition doesn't help. */
    record Failed(EffectFailed outcome) implements Ended {}

    /** It must not be committed, and a repetition may come through. */
    record Repeatable(SQLException error) implements Ended {}
  }

  /** Runs the effect on the calling thread. */
  static Ended run(GateSession session, Effect effect) throws SQLException {
    Connection raw = session.forNextStatement();
    EffectWatch watch = new EffectWatch(raw, session.limit(), session.dialect());
    Connection wrapped = EffectConnection.wrap(raw, watch);
    FutureTask<@Nullable EffectResult> call = new FutureTask<>(() -> effect.apply(wrapped));
    NestedGates.enter(watch);
    try {
      call.run();
    } finally {
      NestedGates.leave();
      watch.end();
    }
    Ended answer = answer(call);
    return watch.firstError().map(EffectCall::ofError).orElse(answer);
  }

  /** What the call itself says. An Error goes on to the caller, whatever the connection says. */
  private static Ended answer(FutureTask<@Nullable EffectResult> call) {
    try {
      EffectResult result = call.get();
      return result == null
          ? failed(EffectFailure.EXCEPTION, "the effect returned null.")
          : new Ended.Answered(result);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof Error error) {
        throw error;
      }
      return cause instanceof SQLException sql
          ? ofError(sql)
          : failed(EffectFailure.EXCEPTION, String.valueOf(cause));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(EffectFailure.EXCEPTION, "the thread was interrupted.");
    }
  }

  private static Ended ofError(SQLException error) {
    if (error instanceof NestedGateException) {
      return failed(EffectFailure.NESTED_GATE, String.valueOf(error.getMessage()));
    }
    if (error instanceof RefusedCallException) {
      return failed(EffectFailure.REFUSED_CALL, String.valueOf(error.getMessage()));
    }
    if (error instanceof SQLTimeoutException) {
      return failed(EffectFailure.TIME_LIMIT, String.valueOf(error.getMessage()));
    }
    SqlFailure failure = SqlFailure.of(error);
    if (failure.mayPass()) {
      return new Ended.Repeatable(error);
    }
    return failed(
        failure == SqlFailure.DUPLICATE_KEY ? EffectFailure.DUPLICATE_KEY : EffectFailure.SQL_ERROR,
        SqlFailure.describe(error));
  }

  private static Ended failed(EffectFailure failure, String detail) {
    return new Ended.Failed(EffectFailed.of(failure, detail));
  }
}
