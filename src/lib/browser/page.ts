/**
 * Runs on every page, before its other scripts, one of which may submit a form at once. Prevents a second submit of a
 * form, and reloads a page that the browser restores from its back/forward cache, since the order may have changed.
 * Submits that a script handles arrive here already prevented. If a request was stopped, forms may be submitted again,
 * and `stopped` tells their scripts.
 */
let sent = new WeakSet<EventTarget>();

/** Browsers from before 2026 do not say that a request was stopped: there, this time ends it. */
const STOPPED_AFTER_MS = 10_000;

function letGo(): void {
  sent = new WeakSet();
  dispatchEvent(new Event('stopped'));
}

document.addEventListener('submit', (event) => {
  const { target } = event;
  if (event.defaultPrevented || !target) return;
  if (sent.has(target)) event.preventDefault();
  sent.add(target);
  setTimeout(letGo, STOPPED_AFTER_MS);
});

if ('navigation' in globalThis) navigation.addEventListener('navigateerror', letGo);

addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
