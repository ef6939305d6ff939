import { FREE_TEXT } from '#contract/patterns.ts';
import type { z } from 'zod';
import type { Refused } from './answer.ts';

type Invalid = Extract<Refused, { problem: 'invalid' }>;
export type Judged<Value> = { ok: true; value: Value } | Invalid;

/** A command's input by its schema: what is wrong with it is said in sentences, as a command line names it. */
export function judge<Input extends z.ZodObject>(
  input: Input,
  given: unknown,
): Judged<z.output<Input>> {
  const parsed = input.safeParse(given, {
    error: ({ input: value }) => (value === undefined ? 'is missing' : undefined),
  });
  if (!parsed.success) return invalid(parsed.error.issues.map(describe));
  // Only what the schema takes is gone through: it has a limit for each of its members.
  const unstorable = unstorableMembers(given);
  return unstorable.length > 0
    ? invalid(unstorable.map((name) => `--${name} ${UNSTORABLE}`))
    : { ok: true, value: parsed.data };
}

/** Judges members that all commands of a kind take apart from a command's own, and says what is wrong with either. */
export function judgeBoth<Own extends z.ZodObject, Common extends z.ZodObject>(
  own: Own,
  common: Common,
  given: unknown,
): Judged<{ own: z.output<Own>; common: z.output<Common> }> {
  const members = typeof given === 'object' && given !== null ? Object.entries(given) : undefined;
  const isCommon = ([name]: [string, unknown]) => Object.hasOwn(common.shape, name);
  const others = members?.filter((member) => !isCommon(member));
  const first = judge(own, Array.isArray(given) || !others ? given : Object.fromEntries(others));
  const second = judge(common, Object.fromEntries(members?.filter(isCommon) ?? []));
  if (first.ok && second.ok) {
    return { ok: true, value: { own: first.value, common: second.value } };
  }
  return invalid([...(first.ok ? [] : first.problems), ...(second.ok ? [] : second.problems)]);
}

/** @param detail in the place of saying that the input is not valid */
export function invalid(problems: readonly string[], detail?: string): Invalid {
  return { ok: false, problem: 'invalid', problems, ...(detail !== undefined && { detail }) };
}

const UNSTORABLE = 'holds NUL or half of a character, which no database stores.';

function unstorableMembers(given: unknown): string[] {
  if (typeof given !== 'object' || given === null) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    if (!FREE_TEXT.test(name)) return ['?'];
    if (typeof value === 'string') return FREE_TEXT.test(value) ? [] : [name];
    return unstorableMembers(value).map((member) => `${name}.${member}`);
  });
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `There is no ${issue.keys.map((key) => `--${key}`).join(', ')}.`;
  }
  if (issue.path.length === 0) return 'The input must be a JSON object.';
  return `--${issue.path.join('.')}: ${issue.message}`;
}
