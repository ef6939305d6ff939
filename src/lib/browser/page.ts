/**
 * Runs on every page. Prevents a second submit of a form, and reloads a page that the browser restores from its
 * back/forward cache, since the order may have changed. Submits that a script handles arrive here already prevented.
 */
let isSent = false;

document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  if (isSent) event.preventDefault();
  isSent = true;
});

addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
