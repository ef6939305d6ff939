/**
 * On every page: keeps a form from being sent twice, and reloads a page that the browser restores from its
 * back/forward cache, for the order may have changed meanwhile. Submits that a script handles arrive here
 * already prevented.
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
