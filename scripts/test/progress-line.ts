import type { Progress } from './outcomes/outcomes.ts';
import { inWords, type Failure, type Tally } from './tally.ts';

export interface StageResult {
  readonly stage: string;
  readonly tally: Tally;
  readonly tookMs: number;
  /** Why the stage did not run, or did not finish. */
  readonly notRun?: string;
  /** The missing resources for which some of its tests were left out. */
  readonly without?: readonly string[];
  readonly log?: string;
}

/** How often to print a line if there is no terminal. */
const LINE_EVERY_MS = 15_000;

const CLEAR_LINE = '\r\u001B[K';

/** Shows a run's progress: on a terminal in one line that is rewritten, else in a line every 15 s. */
export class ProgressLine {
  readonly #isTerminal = process.stdout.isTTY;
  #stage = '';
  #startedAtMs = 0;
  #lastAtMs = 0;
  #failuresTold = 0;
  #isSilent = false;

  /** @param isSilent whether the stage's runner prints its own progress */
  stageBegins(stage: string, isSilent: boolean): void {
    this.#stage = stage;
    this.#isSilent = isSilent;
    this.#failuresTold = 0;
    this.#startedAtMs = performance.now();
    this.#lastAtMs = this.#startedAtMs;
    if (this.#isTerminal && !isSilent) process.stdout.write(stage);
  }

  update({ tally, progress }: { tally: Tally; progress: Progress }): void {
    if (this.#isSilent) return;
    // A failure is printed at once, because somebody may be waiting for it.
    for (const failure of tally.failures.slice(this.#failuresTold)) {
      this.#print(`${this.#stage}: FAILED ${inOneLine(failure)}`);
    }
    this.#failuresTold = tally.failures.length;
    const nowMs = performance.now();
    const seconds = Math.round((nowMs - this.#startedAtMs) / 1000);
    const text = `${this.#stage}: ${inWords(tally)}, ${progress.done} of ${progress.total} ${progress.of}, ${seconds} s`;
    if (this.#isTerminal) {
      process.stdout.write(CLEAR_LINE + text);
    } else if (nowMs - this.#lastAtMs >= LINE_EVERY_MS) {
      this.#lastAtMs = nowMs;
      console.log(text);
    }
  }

  stageEnded(result: StageResult): void {
    this.#print(stageLine(result));
  }

  #print(text: string): void {
    console.log((this.#isTerminal ? CLEAR_LINE : '') + text);
  }
}

export function stageLine({ stage, tally, tookMs, notRun }: StageResult): string {
  const seconds = (tookMs / 1000).toFixed(1).padStart(7);
  const words = notRun === undefined ? inWords(tally) : `${inWords(tally)} (${notRun})`;
  return `${stage.padEnd(12)} ${seconds} s   ${words}`;
}

export function inOneLine({ title, at }: Failure): string {
  return at ? `${at}  ${title}` : title;
}
