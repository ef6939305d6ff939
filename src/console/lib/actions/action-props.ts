import type { Input } from '#console/api/ask.ts';
import type { Ask } from './ask.ts';
import type { Change } from './change.ts';
import type { Consequence } from './consequence.ts';

/** Something that can be done, by a command that changes something. */
export interface ActionProps extends Consequence {
  /** Of the operators' interface: `payins cancel`. */
  command: string;
  /** What the button and its dialog are called: "Cancel the payin". */
  title: string;
  /** What is settled by where the button stands. */
  input?: Input;
  /** What else is asked for; the reason always is. */
  asks?: readonly Ask[];
  /** What options begin with, by their names. */
  initial?: Readonly<Record<string, string>>;
  /** How options stand, by their names: only what is typed otherwise is sent, and shown before and after. */
  before?: Readonly<Record<string, string>>;
  /** What `input` makes otherwise. */
  changes?: readonly Change[];
  /** Whether it takes something away, or cannot be undone. */
  isDangerous?: boolean;
  /** Called when it was done, with what was answered. */
  ondone?: (answer: unknown) => void;
}
