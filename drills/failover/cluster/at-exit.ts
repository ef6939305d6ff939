const steps: (() => void)[] = [];

process.once('exit', () => {
  for (const step of steps.toReversed()) step();
});

/**
 * Runs a step when this process exits, however it ends. The last step added runs first. A step may find nothing to
 * do.
 */
export function atExit(step: () => void): void {
  steps.push(step);
}
