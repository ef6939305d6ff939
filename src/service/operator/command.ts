import { z } from 'zod';
import type { Cells } from '../platform/cells/cells.ts';
import type { ServiceContext } from '../platform/context.ts';
import {
  isRefused,
  NOT_FOUND,
  type Call,
  type ChangeAnswer,
  type OperatorAnswer,
  type Refused,
  type Step,
} from './answer.ts';
import {
  addedUp,
  answerWithout,
  gathered,
  type AskAll,
  type Gathered,
  type Several,
} from './cells/across.ts';
import { judge, judgeBoth } from './judge.ts';
import { recordingChanges } from './recording-changes.ts';

export { isRefused, NOT_FOUND } from './answer.ts';
export type { Call, ChangeAnswer, OperatorAnswer, Refused, Step } from './answer.ts';
export { invalid } from './judge.ts';

/** One thing an operator can have the running service do, named by a noun and a verb: `keys issue`. */
export interface OperatorCommand {
  summary: string;
  /** All that it takes, by which the interface and its options are described. */
  input: z.ZodObject;
  /** What it answers, where that is described. */
  answer: z.ZodType | undefined;
  /** Whether something is otherwise afterwards. */
  changes: boolean;
  /** How large its body may be, where that is more than usual: for what carries a file. */
  bodyLimitBytes?: number;
  /** Judges its input: members arrive as text, as a command line has them. */
  run(input: unknown, context: ServiceContext, call: Call): Promise<OperatorAnswer>;
  /**
   * The same where it is about all merchants, and these are in several cells; absent where it never is. Told of all cells, of
   * which cell 0 has all that belongs to no merchant.
   */
  runAcross?: (
    input: unknown,
    askAll: AskAll,
    call: Call,
    cells: Cells<ServiceContext>,
  ) => Promise<OperatorAnswer>;
}

export type OperatorCommands = Readonly<Record<string, OperatorCommand>>;

type Run<Shape extends z.ZodRawShape, Answer> = (
  input: z.output<z.ZodObject<Shape>>,
  context: ServiceContext,
  call: Call,
) => Promise<Answer>;

/**
 * A command that changes nothing.
 *
 * @param answer what it answers, for the description of the interface
 */
export function reads<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  run: Run<Shape, OperatorAnswer>,
  answer?: z.ZodType,
): OperatorCommand {
  const input = z.strictObject(shape);
  return {
    summary,
    input,
    answer,
    changes: false,
    async run(given, context, call) {
      const judged = judge(input, given);
      return judged.ok ? run(judged.value, context, call) : judged;
    },
  };
}

interface Across<Shape extends z.ZodRawShape, Part extends object> {
  /** In one cell. */
  gather: (
    input: z.output<z.ZodObject<Shape>>,
    context: ServiceContext,
    call: Call,
  ) => Promise<Part | Refused>;
  /** Of all cells that answered; of one alone where there is no other, or the input names whose it is. */
  show: (
    parts: Several<Part>,
    asked: { input: z.output<z.ZodObject<Shape>>; call: Call; missing: readonly number[] },
  ) => object;
}

/** A command that changes nothing, and is made of what each cell has of it. */
export function readsAcross<Shape extends z.ZodRawShape, Part extends object>(
  summary: string,
  shape: Shape,
  { gather, show }: Across<Shape, Part>,
  { answer, takesMinutes = false }: { answer?: z.ZodType; takesMinutes?: boolean } = {},
): OperatorCommand {
  const input = z.strictObject(shape);
  const alone: Run<Shape, OperatorAnswer> = async (asked, context, call) => {
    const part = await gather(asked, context, call);
    if (isRefused(part)) return part;
    return { ok: true, result: show([part], { input: asked, call, missing: [] }) };
  };
  return {
    ...reads(summary, shape, alone, answer),
    async runAcross(given, askAll, call) {
      const judged = judge(input, given);
      if (!judged.ok) return judged;
      const asked = await askAll((context) => gather(judged.value, context, call), {
        takesMinutes,
      });
      const parts = gathered(asked);
      if (!parts.ok) return parts;
      const { missing } = parts;
      const result = show(valuesOf(parts), { input: judged.value, call, missing });
      return answerWithout(missing, result);
    },
  };
}

function valuesOf<Value>({ values: [first, ...others] }: Gathered<Value>): Several<Value> {
  return [first.value, ...others.map(({ value }) => value)];
}

/** A command whose answer is numbers, done in each cell by itself, with its row of the audit there. */
export function inEachCell(command: OperatorCommand): OperatorCommand {
  return {
    ...command,
    async runAcross(given, askAll, call) {
      const asked = await askAll((context) => command.run(given, context, call), {
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

/** A command that is done otherwise where what it is about is in several cells. */
export function across(
  command: OperatorCommand,
  runAcross: NonNullable<OperatorCommand['runAcross']>,
): OperatorCommand {
  return { ...command, runAcross };
}

const MAX_REASON = 500;
const REASON = { reason: z.string().min(1).max(MAX_REASON).optional() };
export const reasonGiven = z.strictObject(REASON);

/**
 * A command that changes something, in one transaction with its row of the audit: the context that it is
 * given works in it. Every one takes a reason.
 */
export function changes<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  run: Run<Shape, ChangeAnswer>,
  answer?: z.ZodType,
): OperatorCommand {
  const recording: Recording<Shape> = (input, context, recorded) =>
    recordingChanges(context, recorded, (within) => run(input, within, recorded));
  return changing(summary, shape, { run: recording, answer });
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
  const recording: Recording<Shape> = async (input, context, recorded) => {
    for (let total = 0; ;) {
      const done = total;
      const answer = await recordingChanges(context, recorded, (within) =>
        step(input, within, done),
      );
      if (!answer.ok || answer.done === 0) return answer;
      total += answer.done;
    }
  };
  return changing(summary, shape, { run: recording, answer: undefined });
}

type Recording<Shape extends z.ZodRawShape> = (
  input: z.output<z.ZodObject<Shape>>,
  context: ServiceContext,
  recorded: Call & { reason: string | undefined },
) => Promise<OperatorAnswer>;

function changing<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  { run, answer }: { run: Recording<Shape>; answer: z.ZodType | undefined },
): OperatorCommand {
  const input = z.strictObject(shape);
  const all = input.extend(REASON);
  return {
    summary,
    input: all,
    answer,
    changes: true,
    async run(given, context, call) {
      const judged = judgeBoth(input, reasonGiven, given);
      if (!judged.ok) return judged;
      const { own, common } = judged.value;
      return run(own, context, { ...call, reason: common.reason });
    },
  };
}

/** What `DONE` is answered as. */
export const doneAnswer = z.object({ done: z.literal(true) });

/** Done, and nothing to say. */
export const DONE: OperatorAnswer = { ok: true, result: { done: true } };

/** A value that the service does not know is undefined, by the habit of its functions. */
export function foundOr(result: unknown): OperatorAnswer {
  if (result === undefined || result === false) return NOT_FOUND;
  return result === true ? DONE : { ok: true, result };
}

/** The service knows what is named, and will not do it as things are. */
export function refusal(detail: string): Refused {
  return { ok: false, problem: 'refused', detail };
}
