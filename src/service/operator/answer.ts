import { z } from 'zod';
import type { Actor } from './roles.ts';

/** Under which name a command is called, and by whom. */
export interface Call {
  command: string;
  actor: Actor;
  /** Where operators reach the interface: links lead there. */
  origin: string;
  /** The merchant that the input names, where it lives in another cell than the command runs in. */
  merchantElsewhere?: { id: string; name: string } | undefined;
  /** By the names of terminals in other cells than the command runs in: the merchants that own them. */
  ownersElsewhere?: ReadonlyMap<string, string> | undefined;
}

/**
 * Answered as JSON. `invalid` says what is wrong with the input, in sentences; `not_found` is what the input
 * names but the service does not know.
 */
export type OperatorAnswer<Result = unknown> = { ok: true; result: Result } | Refused;

export type Refused =
  | Invalid
  | { ok: false; problem: 'not_found' }
  | { ok: false; problem: 'refused'; detail: string };

interface Invalid {
  ok: false;
  problem: 'invalid';
  problems: readonly string[];
  detail?: string;
}

export const NOT_FOUND: Refused = { ok: false, problem: 'not_found' };

/** @param detail in place of saying that the input is not valid */
export function invalid(problems: readonly string[], detail?: string): Invalid {
  return { ok: false, problem: 'invalid', problems, ...(detail !== undefined && { detail }) };
}

/** The service knows what is named, and will not do it as things are. */
export function refusal(detail: string): Refused {
  return { ok: false, problem: 'refused', detail };
}

/** An answer may say itself that something is not right, as a check of the ledger does: that is no refusal. */
export function isRefused(answer: object): answer is Refused {
  return 'ok' in answer && answer.ok === false && 'problem' in answer;
}

/** What `DONE` is answered as. */
export const doneAnswer = z.object({ done: z.literal(true) });

interface Done {
  ok: true;
  result: z.output<typeof doneAnswer>;
}

/** Done, and nothing to say. */
export const DONE: Done = { ok: true, result: { done: true } };

/** By the habit of the service's functions, a thing that it does not know is undefined. */
export function foundOr<Result>(result: Result | undefined): OperatorAnswer<Result> {
  return result === undefined ? NOT_FOUND : { ok: true, result };
}

/** The same of a change to a thing: false where there is none. */
export function doneOr(isDone: boolean): Done | Refused {
  return isDone ? DONE : NOT_FOUND;
}

/** `changed` goes to the audit; undefined where everything was as it should be already. */
export type ChangeAnswer<Result = unknown> =
  | { ok: true; result: Result; changed: Changed | undefined }
  | Refused;

/** One of many steps of a change: how much it did, 0 where nothing was left to do. */
export type Step<Result = unknown> =
  | (Extract<ChangeAnswer<Result>, { ok: true }> & { done: number })
  | Refused;

export interface Changed {
  /** What was changed: `gate 0198…`. */
  subject: string;
  /** Members that are otherwise now; never a secret. */
  before?: object | undefined;
  after?: object | undefined;
}

/** An answer before it becomes JSON: a time may be a Date. */
export type Answered<Wire> = Wire extends string
  ? string extends Wire
    ? string | Date
    : Wire
  : Wire extends readonly (infer Item)[]
    ? readonly Answered<Item>[]
    : Wire extends object
      ? { readonly [Name in keyof Wire]: Answered<Wire[Name]> }
      : Wire;
