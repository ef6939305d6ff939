import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import type { Answered, Call, ChangeAnswer, OperatorAnswer, Step } from './answer.ts';
import { recordingChanges } from './audit/append.ts';

/** A command's input after validation. */
export interface Read<Own = Readonly<Record<string, unknown>>, Common = object> {
  own: Own;
  /** The options common to all commands of its kind: a change's reason, or a list's paging. */
  common: Common;
}

/**
 * A command of the operator interface, named by a noun and a verb: `keys issue`.
 *
 * `run` takes what the command's own schemas have parsed. It is a method because TypeScript compares the parameters of
 * methods bivariantly: `readInput` ensures what the compiler cannot check.
 */
export interface OperatorCommand {
  summary: string;
  own: z.ZodObject;
  common: z.ZodObject;
  /** The result's schema. */
  answer: z.ZodType;
  /** Whether it changes something. */
  changes: boolean;
  /** Whether it calls others or ends orders, which a copy that must not act refuses. */
  isHeldInQuiet?: boolean;
  /** The largest request body, if larger than the default: for commands that carry a file. */
  bodyLimitBytes?: number;
  run(read: Read, context: ServiceContext, call: Call): Promise<OperatorAnswer>;
}

export type OperatorCommands = Readonly<Record<string, OperatorCommand>>;

type Input<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

type Run<Shape extends z.ZodRawShape, Answer> = (
  input: Input<Shape>,
  context: ServiceContext,
  call: Call,
) => Promise<Answer>;

const NOTHING_COMMON = z.strictObject({});

/** Defines a command that changes nothing. */
export function reads<Shape extends z.ZodRawShape, Answer extends z.ZodType>(
  summary: string,
  shape: Shape,
  run: Run<Shape, OperatorAnswer<Answered<z.output<Answer>>>>,
  answer: Answer,
): OperatorCommand {
  return {
    summary,
    own: z.strictObject(shape),
    common: NOTHING_COMMON,
    answer,
    changes: false,
    run: ({ own }: Read<Input<Shape>>, context, call) => run(own, context, call),
  };
}

/** Marks a command that calls others or ends orders: a copy that must not act refuses it. */
export function heldInQuiet(command: OperatorCommand): OperatorCommand {
  return { ...command, isHeldInQuiet: true };
}

/** Sets the body limit of a command whose input contains a file. */
export function withFile(command: OperatorCommand, bodyLimitBytes: number): OperatorCommand {
  return { ...command, bodyLimitBytes };
}

const MAX_REASON = 500;
const REASON = z.strictObject({
  reason: z.string().min(1).max(MAX_REASON).optional().describe('Kept in the audit.'),
});
type Reason = z.output<typeof REASON>;

/**
 * Defines a command that changes something. Its context's `db` is a transaction, which the audit row is part of. The
 * input has an optional reason.
 */
export function changes<Shape extends z.ZodRawShape, Answer extends z.ZodType>(
  summary: string,
  shape: Shape,
  run: Run<Shape, ChangeAnswer<Answered<z.output<Answer>>>>,
  answer: Answer,
): OperatorCommand {
  return changing(summary, shape, answer, ({ own, common: { reason } }, context, call) =>
    recordingChanges(context, { ...call, reason }, (within) => run(own, within, call)),
  );
}

/**
 * Defines a command that changes something and continues after the commit, for instance to call an acquirer. `run`
 * records its change itself, with `recordingChanges`.
 */
export function changesAndCalls<Shape extends z.ZodRawShape, Answer extends z.ZodType>(
  summary: string,
  shape: Shape,
  run: (
    input: Input<Shape>,
    context: ServiceContext,
    call: Call & { reason: string | undefined },
  ) => Promise<OperatorAnswer<Answered<z.output<Answer>>>>,
  answer: Answer,
): OperatorCommand {
  return changing(summary, shape, answer, ({ own, common: { reason } }, context, call) =>
    run(own, context, { ...call, reason }),
  );
}

/**
 * Defines a command whose change is too large for one transaction. It runs in steps, each a transaction with its own
 * audit row, until a step finds nothing to do. If a step fails, the next run continues where this one stopped.
 *
 * @param step gets the sum of what the steps before it did
 */
export function changesInSteps<Shape extends z.ZodRawShape, Answer extends z.ZodType>(
  summary: string,
  shape: Shape,
  step: (
    input: Input<Shape>,
    context: ServiceContext,
    done: number,
  ) => Promise<Step<Answered<z.output<Answer>>>>,
  answer: Answer,
): OperatorCommand {
  return changing(summary, shape, answer, async ({ own, common: { reason } }, context, call) => {
    for (let total = 0; ;) {
      const done = total;
      const made = await recordingChanges(context, { ...call, reason }, (within) =>
        step(own, within, done),
      );
      if (!made.ok || made.done === 0) return made;
      total += made.done;
    }
  });
}

function changing<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  answer: z.ZodType,
  run: (
    read: Read<Input<Shape>, Reason>,
    context: ServiceContext,
    call: Call,
  ) => Promise<OperatorAnswer>,
): OperatorCommand {
  return {
    summary,
    own: z.strictObject(shape),
    common: REASON,
    answer,
    changes: true,
    run: (read: Read<Input<Shape>, Reason>, context, call) => run(read, context, call),
  };
}
