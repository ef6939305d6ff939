const steps: (() => void)[] = [];

process.once('exit', () => {
  for (const step of steps.toReversed()) step();
});

/** Whatever ends this process does this as well: the step that was named last comes first. It may find nothing to do. */
export function atExit(step: () => void): void {
  steps.push(step);
}
