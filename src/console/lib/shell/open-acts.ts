import { SvelteSet } from 'svelte/reactivity';

/** An action of the open view. */
export interface OpenAct {
  text: string;
  run: () => void;
}

const offered = new SvelteSet<OpenAct>();

/**
 * Offers an action in the command palette. Call it in an effect of the component that runs the action.
 *
 * @returns a function that withdraws the action
 */
export function offerAct(act: OpenAct): () => void {
  offered.add(act);
  return () => {
    offered.delete(act);
  };
}

/** Returns the offered actions; reactive in a template. Of several with the same text, only the first. */
export function openActs(): OpenAct[] {
  return [
    ...new Map([...offered].toReversed().map((act) => [act.text, act])).values(),
  ].toReversed();
}
