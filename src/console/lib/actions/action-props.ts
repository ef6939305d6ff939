import type { Snippet } from 'svelte';
import type { AnswerOf, CommandName, PartialInputOf } from '#console/api/client.ts';
import type { Ask } from './fields.ts';

/** A change in readable form. */
export interface Change {
  name: string;
  before: string;
  after: string;
}

/** An action, run by a command that changes something. */
export interface ActionProps<Name extends CommandName> {
  command: Name;
  /** The title of the button and its dialog: "Cancel the payin". */
  title: string;
  /** The part of the command's input that the button's place determines. */
  input?: PartialInputOf<Name>;
  /** The fields that the dialog asks for, besides the reason. */
  asks?: readonly Ask[];
  /** Initial values, by field name. */
  initial?: Readonly<Record<string, string>>;
  /** Current values, by field name. If set, the form sends only changed fields and shows each before and after. */
  before?: Readonly<Record<string, string>>;
  /** The changes that `input` makes. */
  changes?: readonly Change[];
  /** Whether the action removes something or cannot be undone. */
  isDangerous?: boolean;
  /** What will change, in a sentence. */
  effect: string;
  /** What was done: "The payin was cancelled." */
  doneMessage: string;
  /** Shows an answer, such as a secret that is shown once; the dialog stays open for it. */
  shown?: Snippet<[answer: AnswerOf<Name>]>;
  /** Called with the fields' values whenever one changes, for choices that depend on them. */
  onvalues?: (values: Readonly<Record<string, string>>) => void;
  /** Called after the command has succeeded. */
  ondone?: (answer: AnswerOf<Name>) => void;
}
