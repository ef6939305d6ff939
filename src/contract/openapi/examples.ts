import { z } from 'zod';
import type { ProblemName } from '../problem.ts';
import recorded from './examples.json' with { type: 'json' };
import type { JsonSchema } from './json-schema.ts';

const example = z.object({ summary: z.string(), value: z.unknown() });
const examples = z.record(z.string(), example);
const byOperation = z.record(z.string(), examples);

/** Requests sent to a sandbox, and its answers. `npm run generate -- examples` records them anew. */
const recording = z.object({
  /** Bodies, by operation. */
  requests: byOperation,
  /** Answers with 200, by operation. */
  answers: byOperation,
  /** Refusals, by the problem's name. */
  problems: examples,
  /** Bodies of webhooks, by the order's direction. */
  webhooks: byOperation,
});
export type Recording = z.output<typeof recording>;

export const RECORDED: Recording = recording.parse(recorded);

/** Returns the examples in the document's form; an empty object if none were recorded. */
export function examplesIn(recordedExamples: z.output<typeof examples> | undefined): JsonSchema {
  return recordedExamples === undefined ? {} : { examples: recordedExamples };
}

/** Returns the recorded refusals with a status, except the `unmet` problems. */
export function problemExamples(status: number, unmet: readonly ProblemName[]) {
  const names: readonly string[] = unmet;
  return Object.fromEntries(
    Object.entries(RECORDED.problems).filter(
      ([name, { value }]) =>
        !names.includes(name) && statusIn.safeParse(value).data?.status === status,
    ),
  );
}

const statusIn = z.object({ status: z.int() });
