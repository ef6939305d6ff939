/**
 * Runs before the script of a waiting page. If that script fails to run or breaks, the page moves on as it does
 * without scripts. Uses nothing newer than 2016, because it must run in browsers that cannot parse the main script.
 */
const SHOWN_FOR_SECONDS = 2;

function openNextPage(): void {
  document.querySelectorAll('[data-next]').forEach((waiting) => {
    const seconds = Number(waiting.getAttribute('data-after')) || SHOWN_FOR_SECONDS;
    setTimeout(() => location.replace(String(waiting.getAttribute('data-next'))), seconds * 1000);
  });
}

addEventListener('error', openNextPage);
addEventListener('unhandledrejection', openNextPage);
