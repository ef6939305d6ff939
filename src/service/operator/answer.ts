import { z } from 'zod';
import type { Actor } from './roles.ts';

/** A command's name, its caller and why. */
export interface Call {
  command: string;
  actor: Actor;
  /** Why it is changed, as the caller says. */
  reason?: string | undefined;
  /** The operator interface's base URL, for links in answers. */
  origin: string;
}

/**
 * A command's answer, sent as JSON. `invalid` lists what is wrong with the input; `not_found` means that the input names
 * something that does not exist.
 */
export type OperatorAnswer<Result = unknown> = { ok: true; result: Result } | Refused;

export type Refused =
  | { ok: false; problem: 'invalid'; errors: readonly InputError[]; detail?: string }
  | { ok: false; problem: 'not_found' }
  | { ok: false; problem: 'refused'; detail: string }
  | { ok: false; problem: 'too_many_reports' }
  | { ok: false; problem: 'report_failed'; cause: unknown };

/** What is wrong with a member of the input. */
export interface InputError {
  /** RFC 6901; empty for the whole input. */
  pointer: string;
  code: string;
  /** A sentence for people, which never repeats a secret. */
  detail: string;
}

export const NOT_FOUND: Refused = { ok: false, problem: 'not_found' };

/** @param detail replaces the default text, "The input is not valid." */
export function invalid(errors: readonly InputError[], detail?: string): Refused {
  return { ok: false, problem: 'invalid', errors, ...(detail !== undefined && { detail }) };
}

/** Refuses an input for one error. */
export function invalidAt(pointer: string, code: string, detail: string): Refused {
  return invalid([{ pointer, code, detail }]);
}

/** Returns a refusal: what the input names exists, but its current state does not allow the command. */
export function refusal(detail: string): Refused {
  return { ok: false, problem: 'refused', detail };
}

/** Distinguishes a refusal from a result that itself has `ok: false`, such as a failed ledger check. */
export function isRefused(answer: object): answer is Refused {
  return 'ok' in answer && answer.ok === false && 'problem' in answer;
}

/** The longest time that a download may take, with the time that its reader needs. */
export const LONGEST_DOWNLOAD_MS = 10 * 60_000;

/** The result of a download: a file that is generated while it is sent. */
export interface Download {
  fileName: string;
  /** Its text, piece by piece. The first piece is there. */
  text: AsyncIterable<string>;
  /** Aborted when the file must not take longer. */
  signal: AbortSignal;
  /** To be called once nobody reads any more. */
  free: () => void;
}

export function isDownload(result: unknown): result is Download {
  return typeof result === 'object' && result !== null && 'fileName' in result && 'free' in result;
}

/** The schema of the result of `DONE`. */
export const doneAnswer = z.object({ done: z.literal(true) });

interface Done {
  ok: true;
  result: z.output<typeof doneAnswer>;
}

/** The answer of a command that succeeded and has nothing to return. */
export const DONE: Done = { ok: true, result: { done: true } };

/** Turns undefined, which the service's functions return for an unknown id, into `not_found`. */
export function foundOr<Result>(result: Result | undefined): OperatorAnswer<Result> {
  return result === undefined ? NOT_FOUND : { ok: true, result };
}

/** Turns false, which a change returns for an unknown id, into `not_found`. */
export function doneOr(isDone: boolean): Done | Refused {
  return isDone ? DONE : NOT_FOUND;
}

/**
 * The answer of a command that changes something. `changed` goes to the audit, a row for each thing; undefined if nothing
 * changed. A dry run is rolled back.
 */
export type ChangeAnswer<Result = unknown> =
  | {
      ok: true;
      result: Result;
      changed: Changed | readonly Changed[] | undefined;
      isDryRun?: boolean;
    }
  | Refused;

/** The answer of one step of a change in steps: `done` is how much it did, 0 if nothing was left to do. */
export type Step<Result = unknown> =
  | (Extract<ChangeAnswer<Result>, { ok: true }> & { done: number })
  | Refused;

export interface Changed {
  /** What was changed, as type and id: `gate 0198…`. */
  subject: string;
  /** Members whose value changed; never a secret. */
  before?: object | undefined;
  after?: object | undefined;
  /** The bound row that this change made, if it is one of several changes. */
  row?: string | undefined;
}

/** A command's result before it becomes JSON: times may be a Date. */
export type Answered<Wire> = Wire extends string
  ? string extends Wire
    ? string | Date
    : Wire
  : Wire extends readonly (infer Item)[]
    ? readonly Answered<Item>[]
    : Wire extends object
      ? { readonly [Name in keyof Wire]: Answered<Wire[Name]> }
      : Wire;
