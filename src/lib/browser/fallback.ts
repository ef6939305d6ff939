/**
 * Runs before the script of a page that waits. Where that script does not run, or breaks, the page goes on as it does
 * without scripts. This file uses nothing newer than 2016, because browsers that cannot read that script have to read it.
 */
const SHOWN_FOR_SECONDS = 2;

function goOn(): void {
  document.querySelectorAll('[data-next]').forEach((waiting) => {
    const seconds = Number(waiting.getAttribute('data-after')) || SHOWN_FOR_SECONDS;
    setTimeout(() => location.replace(String(waiting.getAttribute('data-next'))), seconds * 1000);
  });
}

addEventListener('error', goOn);
addEventListener('unhandledrejection', goOn);
