package io.tallykeep.client;

/** Why the client has no answer of the service: stable codes. */
public enum NoAnswer {
  /** The question can't be sent: an empty value, or text that is not Unicode. */
  NOT_ASKABLE,
  /** No connection: refused, no route, no such host, or none within the time to connect. */
  UNREACHABLE,
  /** The connection's encryption failed: certificate, host name or protocol. */
  TLS,
  /** No whole answer within the time. */
  TIMEOUT,
  /** The connection broke before the answer was whole. */
  CUT,
  /** More bytes than an answer may have. */
  TOO_LARGE,
  /** What came is not an answer as the service's contract has it. */
  NOT_UNDERSTOOD,
  /** The answer is one to another question. */
  WRONG_ECHO,
  /** The service refuses the question: 4xx, or a line of a batch. */
  REFUSED,
  /** The token is missing or unknown: 401 or 403. */
  UNAUTHORIZED,
  /** The service has too much to do, or this client asks too fast: 429 or 503. */
  OVERLOADED,
  /** The service failed: any other 5xx. */
  SERVICE_ERROR,
  /** The client was closed. */
  CLOSED,
  /** The thread that asked was interrupted; it still is. */
  INTERRUPTED,
  /** A mistake in the client. */
  INTERNAL_ERROR
}
