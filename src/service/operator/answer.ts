import type { Actor } from './actor.ts';

/** Under which name a command is called, and by whom. */
export interface Call {
  command: string;
  actor: Actor;
  /** Where operators reach the interface: links lead there. */
  origin: string;
  /** The one that the input names, where it lives in another cell than the command is done in. */
  merchantElsewhere?: { id: string; name: string } | undefined;
  /** By the names of terminals in other cells than the command is done in: the merchants whose they are alone. */
  ownersElsewhere?: ReadonlyMap<string, string> | undefined;
}

/**
 * Answered as JSON. `invalid` says what is wrong with the input, in sentences; `not_found` is what the input
 * names but the service does not know.
 */
export type OperatorAnswer = { ok: true; result: unknown } | Refused;

export type Refused =
  | { ok: false; problem: 'invalid'; problems: readonly string[]; detail?: string }
  | { ok: false; problem: 'not_found' }
  | { ok: false; problem: 'refused'; detail: string };

export const NOT_FOUND: Refused = { ok: false, problem: 'not_found' };

/** What is answered may say itself that something is not right, as a check of the ledger does: that is no refusal. */
export function isRefused(answer: object): answer is Refused {
  return 'ok' in answer && answer.ok === false && 'problem' in answer;
}

/** `changed` goes to the audit; undefined where all was as it should be already. */
export type ChangeAnswer = { ok: true; result: unknown; changed: Changed | undefined } | Refused;

/** One of many steps of a change: how much it did, 0 where nothing was left to do. */
export type Step = (Extract<ChangeAnswer, { ok: true }> & { done: number }) | Refused;

export interface Changed {
  /** What was changed: `gate 0198…`. */
  subject: string;
  /** Members that are otherwise now; never a secret. */
  before?: object | undefined;
  after?: object | undefined;
}
