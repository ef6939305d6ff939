import * as v from 'valibot';

import { orderState } from '../order/order-state.ts';

const FIRST_POLL_MS = 300;
const SLOWEST_POLL_MS = 3000;
const SLOWER_BY = 1.4;
/** Long enough to see what became of the payment before the shop comes up. */
const LEAVE_AFTER_MS = 1200;
const STILL_AFTER_MS = 8000;

const statusView = v.object({
  state: v.string(),
  stateUrl: v.string(),
  leaveTo: v.optional(v.string()),
  again: v.optional(v.string()),
  patienceMs: v.optional(v.number()),
});
type View = v.InferOutput<typeof statusView>;

/** Asks until the order has moved on, or the wait is long enough for the server to judge it anew. */
const poll = async (view: View, next: string): Promise<void> => {
  const startMs = performance.now();
  for (let waitMs = FIRST_POLL_MS; ; waitMs = Math.min(waitMs * SLOWER_BY, SLOWEST_POLL_MS)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const waitedMs = performance.now() - startMs;
    if (waitedMs > STILL_AFTER_MS) announceStill();
    const hasMoved = await hasMovedOn(view.stateUrl);
    if (hasMoved || waitedMs > (view.patienceMs ?? Infinity)) {
      location.replace(next);
      return;
    }
  }
};

const hasMovedOn = async (stateUrl: string): Promise<boolean> => {
  try {
    const answer = await fetch(stateUrl);
    const state = v.safeParse(orderState, await answer.json());
    return state.success && state.output.phase !== 'waiting';
  } catch {
    return false;
  }
};

const announceStill = (): void => {
  const progress = document.getElementById('progress');
  if (progress?.textContent === '') progress.textContent = progress.dataset['still'] ?? '';
};

addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

const json = document.getElementById('progress')?.dataset['view'] ?? 'null';
const parsed = v.safeParse(statusView, JSON.parse(json));
if (parsed.success) {
  const { leaveTo, again, state } = parsed.output;
  if (leaveTo !== undefined) {
    setTimeout(() => location.replace(leaveTo), state === 'challenge' ? 0 : LEAVE_AFTER_MS);
  } else if (again !== undefined) {
    void poll(parsed.output, again);
  }
}
