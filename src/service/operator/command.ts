import { FREE_TEXT } from '#contract/patterns.ts';
import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import type { Call, ChangeAnswer, OperatorAnswer, Refused, Step } from './answer.ts';
import { commandOptions, type CommandOption } from './command-options.ts';
import { recordingChanges } from './recording-changes.ts';

export type { Call, ChangeAnswer, Changed, OperatorAnswer, Refused, Step } from './answer.ts';

/** One thing an operator can have the running service do, named by a noun and a verb: `keys issue`. */
export interface OperatorCommand {
  summary: string;
  options: readonly CommandOption[];
  /** Whether something is otherwise afterwards. */
  changes: boolean;
  /** Judges its input: members arrive as text, as a command line has them. */
  run(input: unknown, context: ServiceContext, call: Call): Promise<OperatorAnswer>;
}

export type OperatorCommands = Readonly<Record<string, OperatorCommand>>;

type Run<Shape extends z.ZodRawShape, Answer> = (
  input: z.output<z.ZodObject<Shape>>,
  context: ServiceContext,
) => Promise<Answer>;

/** A command that changes nothing. */
export function reads<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  run: Run<Shape, OperatorAnswer>,
): OperatorCommand {
  const input = z.strictObject(shape);
  return {
    summary,
    changes: false,
    options: commandOptions(input),
    async run(given, context) {
      const judged = judge(input, given);
      return judged.ok ? run(judged.value, context) : judged;
    },
  };
}

const MAX_REASON = 500;
const reasonGiven = z.strictObject({ reason: z.string().min(1).max(MAX_REASON).optional() });

/**
 * A command that changes something, in one transaction with its row of the audit: the context that it is
 * given works in it. Every one takes a reason.
 */
export function changes<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  run: Run<Shape, ChangeAnswer>,
): OperatorCommand {
  return changing(summary, shape, (input, context, recorded) =>
    recordingChanges(context, recorded, (within) => run(input, within)),
  );
}

/**
 * A command whose change is too much for one transaction: in steps, each of them one with its row of the
 * audit, until one finds nothing to do. A run that was broken off is gone on with by the next.
 *
 * @param step is told how much those before it have done
 */
export function changesInSteps<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  step: (
    input: z.output<z.ZodObject<Shape>>,
    context: ServiceContext,
    done: number,
  ) => Promise<Step>,
): OperatorCommand {
  return changing(summary, shape, async (input, context, recorded) => {
    for (let total = 0; ;) {
      const done = total;
      const answer = await recordingChanges(context, recorded, (within) =>
        step(input, within, done),
      );
      if (!answer.ok || answer.done === 0) return answer;
      total += answer.done;
    }
  });
}

type RecordedCall = Call & { reason: string | undefined };

function changing<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  run: (
    input: z.output<z.ZodObject<Shape>>,
    context: ServiceContext,
    recorded: RecordedCall,
  ) => Promise<OperatorAnswer>,
): OperatorCommand {
  const input = z.strictObject(shape);
  return {
    summary,
    changes: true,
    options: [...commandOptions(input), ...commandOptions(reasonGiven)],
    async run(given, context, call) {
      const { reason, rest } = withoutReason(given);
      const why = judge(reasonGiven, reason);
      const judged = judge(input, rest);
      if (!judged.ok) return why.ok ? judged : invalid([...judged.problems, ...why.problems]);
      if (!why.ok) return why;
      return run(judged.value, context, { ...call, reason: why.value.reason });
    },
  };
}

function withoutReason(given: unknown): { reason: object; rest: unknown } {
  if (typeof given !== 'object' || given === null || !('reason' in given)) {
    return { reason: {}, rest: given };
  }
  const { reason, ...rest } = given;
  return { reason: { reason }, rest };
}

type Judged<Value> = { ok: true; value: Value } | Extract<Refused, { problem: 'invalid' }>;

function judge<Input extends z.ZodObject>(input: Input, given: unknown): Judged<z.output<Input>> {
  const unstorable = unstorableMembers(given);
  if (unstorable.length > 0) return invalid(unstorable.map((name) => `--${name} ${UNSTORABLE}`));
  const parsed = input.safeParse(given, {
    error: ({ input: value }) => (value === undefined ? 'is missing' : undefined),
  });
  return parsed.success
    ? { ok: true, value: parsed.data }
    : invalid(parsed.error.issues.map(describe));
}

/** @param detail in the place of saying that the input is not valid */
export function invalid(
  problems: readonly string[],
  detail?: string,
): Extract<Refused, { problem: 'invalid' }> {
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

export const NOT_FOUND: Refused = { ok: false, problem: 'not_found' };

/** A value that the service does not know is undefined, by the habit of its functions. */
export function foundOr(result: unknown): OperatorAnswer {
  if (result === undefined || result === false) return NOT_FOUND;
  return result === true ? DONE : { ok: true, result };
}

/** The service knows what is named, and will not do it as things are. */
export function refusal(detail: string): Refused {
  return { ok: false, problem: 'refused', detail };
}
