import type { StatusView } from '../checkout/checkout.ts';
import { growingPauses, readState } from './server.ts';

/** Long enough to see the outcome before the shop's page opens. */
const LEAVE_AFTER_MS = 1200;
const STILL_AFTER_MS = 8000;
/** If polling breaks, the page reloads itself, as it does without scripts. */
const RELOAD_AFTER_MS = 2000;

/** Polls until the order's state changes, or until the server should decide again how to wait. */
async function poll(next: string, { patienceMs = Infinity, shown }: StatusView): Promise<void> {
  const startMs = performance.now();
  const pause = growingPauses();
  for (;;) {
    await pause();
    const waitedMs = performance.now() - startMs;
    if (waitedMs > STILL_AFTER_MS) announceStill();
    const state = await readState(next.replace('/status', '/state'));
    const hasMovedOn = state && (state.phase !== 'waiting' || state.shown !== shown);
    if (hasMovedOn || waitedMs > patienceMs) {
      location.replace(next);
      return;
    }
    showConfirmations(state?.confirmations);
  }
}

/** Updates the number of confirmations in place; the rest of the page stays unchanged. */
function showConfirmations(text = ''): void {
  const shown = document.getElementById('confirmations');
  if (shown && text !== '' && shown.textContent !== text) shown.textContent = text;
}

function announceStill(): void {
  if (progress?.textContent === '') progress.textContent = progress.dataset['still'] ?? '';
}

/** Leaves for the shop after a moment, in which a shopper who wants to keep the result can touch the page. */
function leaveUnlessTouched(shop: string): void {
  const timer = setTimeout(() => location.replace(shop), LEAVE_AFTER_MS);
  const stay = () => {
    clearTimeout(timer);
    document.getElementById('leaving')?.remove();
  };
  for (const touch of ['pointerdown', 'keydown', 'wheel']) addEventListener(touch, stay);
}

/** Checks the view that the server embedded in this page. */
function isView(value: unknown): value is StatusView {
  return typeof value === 'object' && value !== null && 'state' in value;
}

const progress = document.getElementById('progress');
const view: unknown = JSON.parse(progress?.dataset['view'] ?? 'null');
if (isView(view)) {
  const { leaveTo, again, state } = view;
  if (leaveTo !== undefined) {
    if (state === 'challenge') location.replace(leaveTo);
    else if (!view.isUnused) leaveUnlessTouched(leaveTo);
  } else if (again !== undefined) {
    poll(again, view).catch(() => setTimeout(() => location.replace(again), RELOAD_AFTER_MS));
  }
}
// Tells the page's fallback script that it is not needed.
progress?.setAttribute('data-ran', '');
