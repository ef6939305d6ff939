import { showNotice, isOffline } from './notice.ts';

/**
 * Runs on pages with forms that the browser submits. Without a connection it would replace the page, and what is typed
 * into it, by its own. Comes before everything else that a submit does.
 */
document.addEventListener(
  'submit',
  (event) => {
    if (!isOffline()) return;
    event.preventDefault();
    event.stopPropagation();
    showNotice('offline');
  },
  true,
);
