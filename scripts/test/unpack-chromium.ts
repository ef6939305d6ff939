/** Unpacks Chromium into TMPDIR. It is a separate program, because the package reads its environment only once. */
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
