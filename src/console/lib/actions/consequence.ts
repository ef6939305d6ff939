import type { Snippet } from 'svelte';

/** What somebody is told before and after they have something done. */
export interface Consequence {
  /** What will be otherwise afterwards, in a sentence. */
  will: string;
  /** What was done: "The payin was cancelled." */
  did: string;
  /** What an answer has to show, such as a secret that is shown this once; the dialog stays open for it. */
  shown?: Snippet<[answer: unknown]>;
}
