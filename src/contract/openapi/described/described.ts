import type { z } from 'zod';
import type { JsonSchema } from '../json-schema.ts';

/** A sentence or two: what it is, in which unit, and where its value comes from. */
export type Sentence = string;

/** What is said of a member; with constraints that only the document states, where answers keep them. */
export type Member = Sentence | { readonly says: Sentence; readonly constraints: JsonSchema };

/** An object of the interface that is described once and referred to by its name. */
export interface Described {
  readonly name: string;
  readonly schema: z.ZodObject;
  readonly says: Sentence;
  readonly members: Readonly<Record<string, Member>>;
}

/** A member that nothing is said of does not compile, nor one that there is not. */
export function described<Shape extends z.ZodRawShape>(
  name: string,
  schema: z.ZodObject<Shape>,
  says: Sentence,
  members: Readonly<Record<keyof Shape & string, Member>>,
): Described {
  return { name, schema, says, members };
}

/* What several members have in common. */

/**
 * In words alone: 0.59 is no multiple of 0.01 to a validator that divides doubles, and an answer must not be
 * refused by whoever reads it so.
 */
export const money = (says: Sentence): Member =>
  `${says} In major units, with at most two decimals.`;

export const percent = (says: Sentence): Member => ({
  says: `${says} In percent: 2.9 is 2.9 %.`,
  constraints: { minimum: 0 },
});

export const id = (says: Sentence): Member => ({
  says: `${says} A UUID in lower case.`,
  constraints: { format: 'uuid' },
});

export const seconds = (says: Sentence): Member => ({
  says: `${says} Unix time in whole seconds, by the service's clock.`,
  constraints: { minimum: 0 },
});

export const instant = (says: Sentence): Member => ({
  says: `${says} ISO 8601 in UTC, with milliseconds, by the service's clock.`,
  constraints: { format: 'date-time' },
});
