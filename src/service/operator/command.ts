import { z } from 'zod';
import type { Cells } from '../platform/cells/cells.ts';
import type { ServiceContext } from '../platform/context.ts';
import {
  isRefused,
  type Answered,
  type Call,
  type ChangeAnswer,
  type OperatorAnswer,
  type Refused,
  type Step,
} from './answer.ts';
import { recordingChanges } from './audit/append.ts';
import {
  addedUp,
  answerWithout,
  gathered,
  type AskAll,
  type Gathered,
  type Several,
} from './cells/across.ts';

/** A command's input, as its schemas have read it. */
export interface Read<Own = Readonly<Record<string, unknown>>, Common = object> {
  own: Own;
  /** What all commands of its kind take: the reason of a change, the part of a list. */
  common: Common;
}

/**
 * One thing an operator can have the running service do, named by a noun and a verb: `keys issue`.
 *
 * What runs it takes what its own schemas have read. These are methods, whose parameters TypeScript compares both ways:
 * `readInput` ensures what the compiler cannot check.
 */
export interface OperatorCommand {
  summary: string;
  own: z.ZodObject;
  common: z.ZodObject;
  /** What it answers, as JSON. */
  answer: z.ZodType;
  /** Whether it changes something. */
  changes: boolean;
  /** How large its body may be, where that is more than usual: for what carries a file. */
  bodyLimitBytes?: number;
  run(read: Read, context: ServiceContext, call: Call): Promise<OperatorAnswer>;
  /**
   * The same where it is about all merchants, and these are in several cells; absent where it never is. Cell 0 has all
   * that belongs to no merchant.
   */
  runAcross?(
    read: Read,
    askAll: AskAll,
    call: Call,
    cells: Cells<ServiceContext>,
  ): Promise<OperatorAnswer>;
}

export type OperatorCommands = Readonly<Record<string, OperatorCommand>>;

type Input<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

type Run<Shape extends z.ZodRawShape, Answer> = (
  input: Input<Shape>,
  context: ServiceContext,
  call: Call,
) => Promise<Answer>;

const NOTHING_COMMON = z.strictObject({});

/** A command that changes nothing. */
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

interface Across<Shape extends z.ZodRawShape, Part extends object, Result> {
  /** In one cell. */
  gather: (input: Input<Shape>, context: ServiceContext, call: Call) => Promise<Part | Refused>;
  /** Of all cells that answered; of one alone where there is no other, or the input names a merchant. */
  show: (
    parts: Several<Part>,
    asked: { input: Input<Shape>; call: Call; missing: readonly number[] },
  ) => Result;
}

/** A command that changes nothing, and puts together what each cell has. */
export function readsAcross<
  Shape extends z.ZodRawShape,
  Part extends object,
  Answer extends z.ZodType,
>(
  summary: string,
  shape: Shape,
  { gather, show }: Across<Shape, Part, Answered<z.output<Answer>>>,
  { answer, takesMinutes = false }: { answer: Answer; takesMinutes?: boolean },
): OperatorCommand {
  return {
    summary,
    own: z.strictObject(shape),
    common: NOTHING_COMMON,
    answer,
    changes: false,
    async run({ own }: Read<Input<Shape>>, context, call) {
      const part = await gather(own, context, call);
      if (isRefused(part)) return part;
      return { ok: true, result: show([part], { input: own, call, missing: [] }) };
    },
    async runAcross({ own }: Read<Input<Shape>>, askAll, call) {
      const asked = await askAll((context) => gather(own, context, call), { takesMinutes });
      const parts = gathered(asked);
      if (!parts.ok) return parts;
      const { missing } = parts;
      return answerWithout(missing, show(valuesOf(parts), { input: own, call, missing }));
    },
  };
}

function valuesOf<Value>({ values: [first, ...others] }: Gathered<Value>): Several<Value> {
  return [first.value, ...others.map(({ value }) => value)];
}

/** A command whose answer is numbers: each cell runs it by itself, with a row in its own audit. */
export function inEachCell(command: OperatorCommand): OperatorCommand {
  return {
    ...command,
    async runAcross(read, askAll, call) {
      const asked = await askAll((context) => command.run(read, context, call), {
        takesMinutes: true,
      });
      const done = gathered<{ ok: true; result: unknown }>(asked);
      if (!done.ok) return done;
      const [first, ...others] = valuesOf(done);
      const results = [first.result, ...others.map(({ result }) => result)] as const;
      return answerWithout(done.missing, addedUp(results));
    },
  };
}

/** A command whose input has a file in it. */
export function withFile(command: OperatorCommand, bodyLimitBytes: number): OperatorCommand {
  return { ...command, bodyLimitBytes };
}

/** A command that runs otherwise where what it is about is in several cells. */
export function across(
  command: OperatorCommand,
  runAcross: NonNullable<OperatorCommand['runAcross']>,
): OperatorCommand {
  return { ...command, runAcross };
}

const MAX_REASON = 500;
const REASON = z.strictObject({
  reason: z.string().min(1).max(MAX_REASON).optional().describe('Kept in the audit.'),
});
export type Reason = z.output<typeof REASON>;

/**
 * A command that changes something, in one transaction with its row of the audit: the context that it is
 * given works in it. Every one takes a reason.
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
 * A command that changes something and goes on once that is committed, as what calls an acquirer does. It records its
 * change itself, by `recordingChanges`.
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
 * A command whose change is too much for one transaction: in steps, each of them one with its row of the
 * audit, until one finds nothing to do. The next run goes on with what an earlier one left.
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
