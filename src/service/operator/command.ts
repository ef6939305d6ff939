import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import type { Answered, Call, ChangeAnswer, Download, OperatorAnswer, Step } from './answer.ts';
import { recordingChanges } from './audit/append.ts';
import { writtenText } from './input.ts';
import type { OwnedOption, Role, Roles } from './roles.ts';

/** A command's input after validation. */
export interface Read<Own = Readonly<Record<string, unknown>>, Common = object> {
  own: Own;
  /** The options common to all commands of its kind: a change's reason, or a list's paging. */
  common: Common;
}

/**
 * A command of the operator interface, named by a noun and a verb: `keys issue`. It is declared in one row, of which
 * the route, the permission, the OpenAPI document, the command line and the console's form are made.
 *
 * `run` takes what the command's own schema has parsed. It is a method because TypeScript compares the parameters of
 * methods bivariantly: `readInput` ensures what the compiler cannot check.
 */
export interface OperatorCommand extends Permission {
  summary: string;
  /** The schema of the whole input. */
  input: z.ZodObject;
  /** The part of the input that all commands of its kind take. */
  common: z.ZodObject;
  /** The result's schema. */
  answer: z.ZodType;
  /** Whether it changes something. */
  changes: boolean;
  /** Whether it answers GET with a file instead of POST with JSON. */
  isDownload?: true;
  /** Whether it calls others or ends orders, which a copy that must not act refuses. */
  isHeldInQuiet?: true;
  /** The largest request body, if larger than the default: for commands that carry a file. */
  bodyLimitBytes?: number;
  run(read: Read, context: ServiceContext, call: Call): Promise<OperatorAnswer>;
}

export type OperatorCommands = Readonly<Record<string, OperatorCommand>>;

/** Who may run a command. */
interface Permission {
  roles: Roles;
  /**
   * Set if the role merchant may run it: the option that determines whose it is, or `nobody` if the command is about no
   * merchant.
   */
  owner?: OwnedOption | 'nobody';
}

export function mayRun(role: Role, { roles, owner }: Permission): boolean {
  return role === 'merchant' ? owner !== undefined : roles.includes(role);
}

/** What every command declares. */
export interface CommandRow<Shape extends z.ZodRawShape>
  extends Permission, Pick<OperatorCommand, 'summary' | 'isHeldInQuiet' | 'bodyLimitBytes'> {
  owner?: Extract<keyof Shape, OwnedOption> | 'nobody';
  /** The options. The first required one is the command's subject. */
  input: Shape;
}

export type Input<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

interface RunRow<
  Shape extends z.ZodRawShape,
  Answer extends z.ZodType,
  Result,
> extends CommandRow<Shape> {
  answer: Answer;
  run: (input: Input<Shape>, context: ServiceContext, call: Call) => Promise<Result>;
}

const NOTHING_COMMON = z.strictObject({});

/** A command that changes nothing. */
export function query<Shape extends z.ZodRawShape, Answer extends z.ZodType>({
  input,
  run,
  ...row
}: RunRow<Shape, Answer, OperatorAnswer<Answered<z.output<Answer>>>>): OperatorCommand {
  return {
    ...row,
    input: z.strictObject(input),
    common: NOTHING_COMMON,
    changes: false,
    run: ({ own }: Read<Input<Shape>>, context, call) => run(own, context, call),
  };
}

/** A command that answers with a file. */
export function download<Shape extends z.ZodRawShape>(
  row: Omit<RunRow<Shape, z.ZodType, OperatorAnswer<Download>>, 'answer'>,
): OperatorCommand {
  const { input, run, ...rest } = row;
  return {
    ...rest,
    input: z.strictObject(input),
    common: NOTHING_COMMON,
    answer: z.string(),
    changes: false,
    isDownload: true,
    run: ({ own }: Read<Input<Shape>>, context, call) => run(own, context, call),
  };
}

const MAX_REASON = 500;
const REASON = z.strictObject({
  reason: writtenText(MAX_REASON).optional().describe('Kept in the audit.'),
});
type Reason = z.output<typeof REASON>;

/**
 * A command that changes something. Its context's `db` is a transaction, which the audit row is part of. The input has
 * an optional reason.
 */
export function change<Shape extends z.ZodRawShape, Answer extends z.ZodType>({
  run,
  ...row
}: RunRow<Shape, Answer, ChangeAnswer<Answered<z.output<Answer>>>>): OperatorCommand {
  return changeAndCall<Shape, Answer>({
    ...row,
    run: (input, context, call) =>
      recordingChanges(context, call, (within) => run(input, within, call)),
  });
}

/**
 * A command that changes something and continues outside the transaction, for instance to call an acquirer. `run`
 * records its change itself, with `recordingChanges` or `recordingSteps`.
 */
export function changeAndCall<Shape extends z.ZodRawShape, Answer extends z.ZodType>({
  input,
  run,
  ...row
}: RunRow<Shape, Answer, OperatorAnswer<Answered<z.output<Answer>>>>): OperatorCommand {
  return {
    ...row,
    input: z.strictObject({ ...input, ...REASON.shape }),
    common: REASON,
    changes: true,
    run: ({ own, common: { reason } }: Read<Input<Shape>, Reason>, context, call) =>
      run(own, context, { ...call, reason }),
  };
}

/**
 * Runs a change that is too large for one transaction in steps, each a transaction with its own audit row, until a step
 * finds nothing to do. If a step fails, the next run continues where this one stopped.
 *
 * @param step gets the sum of what the steps before it did
 */
export async function recordingSteps<Result>(
  context: ServiceContext,
  call: Call,
  step: (within: ServiceContext, done: number) => Promise<Step<Result>>,
): Promise<OperatorAnswer<Result>> {
  for (let total = 0; ;) {
    const done = total;
    const made = await recordingChanges(context, call, (within) => step(within, done));
    if (!made.ok || made.done === 0) return made;
    total += made.done;
  }
}
