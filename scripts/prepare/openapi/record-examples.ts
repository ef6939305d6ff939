import { startService } from '../../../tests/support/process/service.ts';
import { normalize } from './normalize.ts';
import { recordDisputes } from './record-disputes.ts';
import { recordLinks } from './record-links.ts';
import { recordPayins } from './record-payins.ts';
import { recordPayouts } from './record-payouts.ts';
import { recordProblems } from './record-problems.ts';
import { recordRefunds } from './record-refunds.ts';
import { recordTools } from './record-tools.ts';
import { recordWebhooks } from './record-webhooks.ts';
import { createRecorder } from './recorder.ts';

const STARTED = Date.parse('2026-01-15T10:00:00.000Z');
const STEP_MS = 5_000;

/** Records the examples of the OpenAPI document from a new sandbox. @returns them as JSON */
export async function recordExamples(): Promise<string> {
  // The clock advances only between requests, so that two recordings are equal.
  let nowMs = STARTED;
  const running = await startService({
    env: { PUBLIC_URL: 'https://pay.example' },
    now: () => new Date(nowMs),
  });
  try {
    const recorder = createRecorder(running.client, () => {
      nowMs += STEP_MS;
    });
    await recordPayins(running, recorder);
    await recordPayouts(running, recorder);
    await recordWebhooks(running, recorder);
    await recordProblems(running, recorder);
    await recordTools(running, recorder);
    await recordRefunds(running, recorder);
    await recordDisputes(running, recorder);
    await recordLinks(running, recorder);
    return normalize(JSON.stringify(recorder.recording));
  } finally {
    await running.close();
  }
}
