/** Unpacks into TMPDIR; a program of its own, because the package reads its environment once. */
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
