/**
 * Stands before the script of a page that waits. Where that one does not run, or breaks, the page goes on as it
 * does without scripts. What this is written in, browsers of 2016 read: they are among those that cannot read that one.
 */
const SHOWN_FOR_MS = 2000;

function goOn(): void {
  document.querySelectorAll('[data-next]').forEach((waiting) => {
    setTimeout(() => location.replace(String(waiting.getAttribute('data-next'))), SHOWN_FOR_MS);
  });
}

addEventListener('error', goOn);
addEventListener('unhandledrejection', goOn);
