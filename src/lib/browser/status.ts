import type { StatusView } from '../checkout/status-view.ts';
import { growingPauses } from './growing-pauses.ts';

/** Long enough to see what became of the payment before the shop comes up. */
const LEAVE_AFTER_MS = 1200;
const STILL_AFTER_MS = 8000;

/** Asks until the order has moved on, or the wait is long enough for the server to judge it anew. */
const poll = async (stateUrl: string, next: string, patienceMs: number): Promise<void> => {
  const startMs = performance.now();
  const pause = growingPauses();
  for (;;) {
    await pause();
    const waitedMs = performance.now() - startMs;
    if (waitedMs > STILL_AFTER_MS) announceStill();
    const hasMoved = await hasMovedOn(stateUrl);
    if (hasMoved || waitedMs > patienceMs) {
      location.replace(next);
      return;
    }
  }
};

const hasMovedOn = async (stateUrl: string): Promise<boolean> => {
  try {
    const state: unknown = await (await fetch(stateUrl)).json();
    return (
      typeof state === 'object' && state !== null && 'phase' in state && state.phase !== 'waiting'
    );
  } catch {
    return false;
  }
};

const announceStill = (): void => {
  const progress = document.getElementById('progress');
  if (progress?.textContent === '') progress.textContent = progress.dataset['still'] ?? '';
};

/** The server that wrote this page wrote it into it. */
const isView = (value: unknown): value is StatusView & { stateUrl: string } =>
  typeof value === 'object' && value !== null && 'stateUrl' in value;

const view: unknown = JSON.parse(document.getElementById('progress')?.dataset['view'] ?? 'null');
if (isView(view)) {
  const { leaveTo, again, state, stateUrl, patienceMs = Infinity } = view;
  if (leaveTo !== undefined) {
    setTimeout(() => location.replace(leaveTo), state === 'challenge' ? 0 : LEAVE_AFTER_MS);
  } else if (again !== undefined) {
    void poll(stateUrl, again, patienceMs);
  }
}
