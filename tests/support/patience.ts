/**
 * For how long a test waits for what has to come: it ends only what hangs, and nothing is judged by it.
 * On a machine that is busy with other things everything takes several times as long.
 */
export const PATIENCE_MS = 60_000;
