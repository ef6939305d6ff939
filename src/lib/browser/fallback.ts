/**
 * Runs before the script of a waiting page. If that script did not run to its end, the page moves on as it does
 * without scripts. Errors of others, such as extensions, do not matter. Uses nothing newer than 2016, because it must
 * run in browsers that cannot parse the main script.
 */
const SHOWN_FOR_SECONDS = 2;

function openNextPage(): void {
  document.querySelectorAll('[data-next]:not([data-ran])').forEach((waiting) => {
    const seconds = Number(waiting.getAttribute('data-after')) || SHOWN_FOR_SECONDS;
    setTimeout(() => location.replace(String(waiting.getAttribute('data-next'))), seconds * 1000);
  });
}

addEventListener('DOMContentLoaded', openNextPage);
