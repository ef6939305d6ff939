/** `npm run check`: everything that can be said about the code without running it. */
import { runChecks } from './check/run-checks.ts';

const results = await runChecks();
process.exitCode = results.every((result) => result.passed) ? 0 : 1;
