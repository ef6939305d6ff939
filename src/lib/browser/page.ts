/**
 * Runs on every page. Prevents a second submit of a form, and reloads a page that the browser restores from its
 * back/forward cache, since the order may have changed. Submits that a script handles arrive here already prevented.
 */
const sent = new WeakSet<EventTarget>();

document.addEventListener('submit', (event) => {
  const { target } = event;
  if (event.defaultPrevented || !target) return;
  if (sent.has(target)) event.preventDefault();
  sent.add(target);
});

addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
