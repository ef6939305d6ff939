import { SvelteSet } from 'svelte/reactivity';

/** An action of the open view. */
export interface ViewAction {
  text: string;
  run: () => void;
}

const actions = new SvelteSet<ViewAction>();

/**
 * Offers an action in the command palette. Call it in an effect of the component that runs the action.
 *
 * @returns a function that withdraws the action
 */
export function offerViewAction(action: ViewAction): () => void {
  actions.add(action);
  return () => {
    actions.delete(action);
  };
}

/** Returns the offered actions; reactive in a template. Of several with the same text, only the first. */
export function viewActions(): ViewAction[] {
  return [
    ...new Map([...actions].toReversed().map((action) => [action.text, action])).values(),
  ].toReversed();
}
