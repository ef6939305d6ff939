import { FREE_TEXT } from '#contract/patterns.ts';
import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import { commandOptions, type CommandOption } from './command-options.ts';

/** One thing an operator can have the running service do, named by a noun and a verb: `keys issue`. */
export interface OperatorCommand {
  summary: string;
  options: readonly CommandOption[];
  /** Whether something is otherwise afterwards. */
  changes: boolean;
  /** Judges its input: members arrive as text, as a command line has them. */
  run(input: unknown, context: ServiceContext): Promise<OperatorAnswer>;
}

/**
 * Answered as JSON. `invalid` says what is wrong with the input, in sentences; `not_found` is what the input
 * names but the service does not know.
 */
export type OperatorAnswer =
  | { ok: true; result: unknown }
  | { ok: false; problem: 'invalid'; problems: readonly string[]; detail?: string }
  | { ok: false; problem: 'not_found' }
  | { ok: false; problem: 'refused'; detail: string };

export type OperatorCommands = Readonly<Record<string, OperatorCommand>>;

type Run<Shape extends z.ZodRawShape> = (
  input: z.output<z.ZodObject<Shape>>,
  context: ServiceContext,
) => Promise<OperatorAnswer>;

/** A command that changes nothing. */
export function reads<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  run: Run<Shape>,
): OperatorCommand {
  return { summary, changes: false, ...judged(shape, run) };
}

/** A command that changes something, in one transaction: the context that it is given works in it. */
export function changes<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  run: Run<Shape>,
): OperatorCommand {
  return { summary, changes: true, ...judged(shape, run) };
}

/** Pairs a command's input with the function that takes it. */
function judged<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: Run<Shape>,
): Pick<OperatorCommand, 'options' | 'run'> {
  const input = z.strictObject(shape);
  return {
    options: commandOptions(input),
    async run(given, context) {
      const unstorable = unstorableMembers(given);
      if (unstorable.length > 0)
        return invalid(unstorable.map((name) => `--${name} ${UNSTORABLE}`));
      const parsed = input.safeParse(given, {
        error: ({ input: value }) => (value === undefined ? 'is missing' : undefined),
      });
      return parsed.success
        ? run(parsed.data, context)
        : invalid(parsed.error.issues.map(describe));
    },
  };
}

/** @param detail in the place of saying that the input is not valid */
export function invalid(problems: readonly string[], detail?: string): OperatorAnswer {
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

/** Done, and nothing to say. */
export const DONE: OperatorAnswer = { ok: true, result: { done: true } };

export const NOT_FOUND: OperatorAnswer = { ok: false, problem: 'not_found' };

/** A value that the service does not know is undefined, by the habit of its functions. */
export function foundOr(result: unknown): OperatorAnswer {
  if (result === undefined || result === false) return NOT_FOUND;
  return result === true ? DONE : { ok: true, result };
}

/** The service knows what is named, and will not do it as things are. */
export function refusal(detail: string): OperatorAnswer {
  return { ok: false, problem: 'refused', detail };
}
