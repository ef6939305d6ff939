import type { Outcome } from './run-stages.ts';
import { inWords, sum, verdict } from './tally.ts';

/** Prints what every stage came to, and the sum as the last line. True when nothing failed. */
export function printSummary(outcomes: readonly Outcome[]): boolean {
  console.log('\n── summary ─────────────────────────────────────────────────────────────────────');
  for (const { stage, tally, tookMs } of outcomes) {
    const seconds = (tookMs / 1000).toFixed(1).padStart(6);
    console.log(`${stage.padEnd(16)} ${seconds} s   ${inWords(tally)}`);
  }
  for (const { stage, notRun, without = [] } of outcomes) {
    if (notRun) console.log(`\nNOT RUN: ${stage}: ${notRun}`);
    for (const missing of without) console.log(`\nNOT RUN: ${stage}, in part: ${missing}`);
  }
  for (const { stage, tally } of outcomes) {
    for (const failure of tally.failures) console.log(`\nFAILED: ${stage}: ${failure}`);
  }
  const total = sum(outcomes.map((outcome) => outcome.tally));
  if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
  console.log(`\n${verdict(total)}`);
  return total.failed === 0;
}
