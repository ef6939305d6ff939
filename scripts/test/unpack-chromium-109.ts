/** As unpack-chromium.ts, the last Chromium for Windows 7 and 8.1. */
import chromium from 'chromium-109';

await chromium.executablePath();
