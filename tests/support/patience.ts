/**
 * How long a test waits for an expected event. It only ends tests that hang and asserts nothing: a machine may be ten
 * times slower. All other time limits of a run derive from it.
 */
export const PATIENCE_MS = 10 * 60_000;

/** The limit for a test or hook. It is longer than one wait, so that a hanging wait fails first and says why. */
export const TEST_TIMEOUT_MS = 2 * PATIENCE_MS;

/** The limit for a whole stage, and for each static check. */
export const STAGE_TIMEOUT_MS = 24 * PATIENCE_MS;

/** Database deadlines for tests that are not about deadlines. */
export const PATIENT_DEADLINES = {
  connectMs: PATIENCE_MS,
  statementMs: PATIENCE_MS,
  serverMs: PATIENCE_MS,
  idleInTransactionMs: PATIENCE_MS,
};
