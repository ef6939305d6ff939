/**
 * For how long a test waits for what has to come. It ends only what hangs, and nothing is checked by it: on a machine with a tenth
 * of the speed everything takes ten times as long. Whatever else bounds a run derives from it.
 */
export const PATIENCE_MS = 10 * 60_000;

/** A test, or a hook, is a few such waits: the wait that hangs is to fail first, and to say what it waited for. */
export const TEST_TIMEOUT_MS = 2 * PATIENCE_MS;

/** A whole stage, and each check of the code. */
export const STAGE_TIMEOUT_MS = 24 * PATIENCE_MS;

/** Of a database, in tests that are about none of them. */
export const PATIENT_DEADLINES = {
  connectMs: PATIENCE_MS,
  statementMs: PATIENCE_MS,
  serverMs: PATIENCE_MS,
  idleInTransactionMs: PATIENCE_MS,
};
