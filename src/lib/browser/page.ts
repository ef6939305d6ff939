/**
 * On every page: keeps a form from being sent twice, and asks the server again when the browser brings
 * a page back from its memory, for the order may have moved on meanwhile. Submits that a script has
 * taken over arrive here already prevented.
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
