import type { StatusView } from '../checkout/checkout.ts';
import { growingPauses, readState } from './server.ts';

/** Long enough to see what became of the payment before the shop comes up. */
const LEAVE_AFTER_MS = 1200;
const STILL_AFTER_MS = 8000;

/** Reads the state until the order has moved on, or until the server is to decide how the wait goes on. */
async function poll(next: string, patienceMs: number): Promise<void> {
  const startMs = performance.now();
  const pause = growingPauses();
  for (;;) {
    await pause();
    const waitedMs = performance.now() - startMs;
    if (waitedMs > STILL_AFTER_MS) announceStill();
    const state = await readState(next.replace('/status', '/state'));
    if ((state && state.phase !== 'waiting') || waitedMs > patienceMs) {
      location.replace(next);
      return;
    }
  }
}

function announceStill(): void {
  const progress = document.getElementById('progress');
  if (progress?.textContent === '') progress.textContent = progress.dataset['still'] ?? '';
}

/** The server that wrote this page wrote it into it. */
function isView(value: unknown): value is StatusView {
  return typeof value === 'object' && value !== null && 'state' in value;
}

const view: unknown = JSON.parse(document.getElementById('progress')?.dataset['view'] ?? 'null');
if (isView(view)) {
  const { leaveTo, again, state, patienceMs = Infinity } = view;
  if (leaveTo !== undefined) {
    setTimeout(() => location.replace(leaveTo), state === 'challenge' ? 0 : LEAVE_AFTER_MS);
  } else if (again !== undefined) {
    void poll(again, patienceMs);
  }
}
