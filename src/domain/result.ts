/** What can go as expected, or fail as expected; a throw is a bug, or a database that is not there. */
export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem };

export function success<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function failure<Problem>(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}
