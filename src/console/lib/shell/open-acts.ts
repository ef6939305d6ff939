import { SvelteSet } from 'svelte/reactivity';

/** Something that can be done with what the open view shows. */
export interface OpenAct {
  text: string;
  run: () => void;
}

const offered = new SvelteSet<OpenAct>();

/**
 * Has the command palette offer it, in an effect of the component that does it.
 *
 * @returns what ends that
 */
export function offerAct(act: OpenAct): () => void {
  offered.add(act);
  return () => {
    offered.delete(act);
  };
}

/** What is offered, kept up to date in a template; of several that are called the same, the first. */
export function openActs(): OpenAct[] {
  return [
    ...new Map([...offered].toReversed().map((act) => [act.text, act])).values(),
  ].toReversed();
}
