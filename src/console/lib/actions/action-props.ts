import type { Snippet } from 'svelte';
import type { AnswerOf, CommandName, PartialInputOf } from '#console/api/client.ts';
import type { Ask } from './fields.ts';

/** A change as people read it. */
export interface Change {
  name: string;
  before: string;
  after: string;
}

/** Something that can be done, by a command that changes something. */
export interface ActionProps<Name extends CommandName> {
  command: Name;
  /** What the button and its dialog are called: "Cancel the payin". */
  title: string;
  /** What is settled by where the button stands. */
  input?: PartialInputOf<Name>;
  /** What else is asked for; the reason always is. */
  asks?: readonly Ask[];
  /** What fields begin with, by their names. */
  initial?: Readonly<Record<string, string>>;
  /** How things stand, by the fields' names: only changes are sent, and shown before and after. */
  before?: Readonly<Record<string, string>>;
  /** What `input` changes. */
  changes?: readonly Change[];
  /** Whether it takes something away, or cannot be undone. */
  isDangerous?: boolean;
  /** What will change, in a sentence. */
  will: string;
  /** What was done: "The payin was cancelled." */
  did: string;
  /** Shows an answer, such as a secret that is shown once; the dialog stays open for it. */
  shown?: Snippet<[answer: AnswerOf<Name>]>;
  /** Called when it was done. */
  ondone?: (answer: AnswerOf<Name>) => void;
}
