/** Like unpack-chromium.ts, for the last Chromium that runs on Windows 7 and 8.1. */
import chromium from 'chromium-109';

await chromium.executablePath();
