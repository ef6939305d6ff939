import { fillBrowserInfo } from '../card-form/browser-info.ts';

/**
 * Keeps a form from being sent twice before (or without) hydration, and asks the server again when
 * the browser brings a page back from its memory: the order may have moved on meanwhile. The
 * hydrated form handles its own submits; they arrive here already prevented.
 */
const guardPage = (): void => {
  let isSent = false;
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    if (isSent) event.preventDefault();
    isSent = true;
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
};

/** The page's inline script: functions that refer to nothing outside themselves, as text. */
export const FIRST_SCRIPT = [fillBrowserInfo, guardPage]
  .map((part) => `(${part.toString()})()`)
  .join(';');
