import { FREE_TEXT } from '#contract/patterns.ts';
import { z } from 'zod';
import { commandOptions, type CommandOption } from './command-options.ts';

/** One thing an operator can have the running service do. */
export interface OperatorCommand {
  summary: string;
  options: readonly CommandOption[];
  /** Judges its input: members arrive as text, as a command line has them. */
  run(input: unknown): Promise<OperatorAnswer | InvalidInput>;
}

/** What is wrong with the input, in sentences. */
export interface InvalidInput {
  ok: false;
  problem: 'invalid';
  problems: readonly string[];
}

/** Answered as JSON; `not_found` is what the input names but the service does not know. */
export type OperatorAnswer =
  | { ok: true; result: unknown }
  | { ok: false; problem: 'not_found' }
  | { ok: false; problem: 'refused'; detail: string };

export type OperatorCommands = Record<string, OperatorCommand>;

/** Pairs a command's input with the function that takes it. */
export function command<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  run: (input: z.output<z.ZodObject<Shape>>) => Promise<OperatorAnswer>,
): OperatorCommand {
  const input = z.strictObject(shape);
  return {
    summary,
    options: commandOptions(input),
    async run(given) {
      const unstorable = unstorableMembers(given);
      if (unstorable.length > 0)
        return invalid(unstorable.map((name) => `--${name} ${UNSTORABLE}`));
      const parsed = input.safeParse(given, {
        error: ({ input: value }) => (value === undefined ? 'is missing' : undefined),
      });
      return parsed.success ? run(parsed.data) : invalid(parsed.error.issues.map(describe));
    },
  };
}

function invalid(problems: readonly string[]): InvalidInput {
  return { ok: false, problem: 'invalid', problems };
}

const UNSTORABLE = 'holds NUL or half of a character, which no database stores.';

/** A command's members are text of their own: nothing lies deeper. */
function unstorableMembers(given: unknown): string[] {
  if (typeof given !== 'object' || given === null) return [];
  return Object.entries(given)
    .filter(([, value]) => typeof value === 'string' && !FREE_TEXT.test(value))
    .map(([name]) => name);
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `There is no ${issue.keys.map((key) => `--${key}`).join(', ')}.`;
  }
  if (issue.path.length === 0) return 'The input must be a JSON object.';
  return `--${issue.path.join('.')}: ${issue.message}`;
}

/** A value that the service does not know is undefined, by the habit of its functions. */
export function foundOr(result: unknown): OperatorAnswer {
  return result === undefined || result === false
    ? { ok: false, problem: 'not_found' }
    : { ok: true, result };
}

/** The service knows what is named, and will not do it as things are. */
export function refusal(detail: string): OperatorAnswer {
  return { ok: false, problem: 'refused', detail };
}
