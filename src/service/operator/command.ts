import { z } from 'zod';

/** One thing an operator can have the running service do. */
export interface OperatorCommand {
  summary: string;
  /** Judges its input: members arrive as text, as a command line has them. */
  run(input: unknown): Promise<OperatorAnswer | InvalidInput>;
}

export interface InvalidInput {
  ok: false;
  problem: 'invalid';
  issues: readonly z.core.$ZodIssue[];
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
    async run(given) {
      const parsed = input.safeParse(given);
      if (parsed.success) return run(parsed.data);
      return { ok: false, problem: 'invalid', issues: parsed.error.issues };
    },
  };
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
