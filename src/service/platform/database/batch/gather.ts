/** How what is asked for at the same time is done together. */
export interface Gathering<Input, Output> {
  /** @returns what came of each input, in their sequence */
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** How many of those that wait are taken; at least one. */
  sizeOf: (waiting: number) => number;
  /** A run that takes longer is no longer waited for by the next. */
  slowMs?: number;
  /** Whether an error may be that of one input, so that each is to be run alone. */
  mayBeOfOne?: (error: unknown) => boolean;
}

interface Waiting<Input, Output> extends PromiseWithResolvers<Output> {
  input: Input;
}

/**
 * Does for several at once what costs little more than for one. The first is run at once; those that come meanwhile wait
 * until it has ended, and go together.
 */
export function gather<Input, Output>(
  gathering: Gathering<Input, Output>,
): (input: Input) => Promise<Output> {
  const waiting: Waiting<Input, Output>[] = [];
  let underWay = 0;

  function runNext(): void {
    underWay += 1;
    const leave = once(() => {
      underWay -= 1;
      if (waiting.length > 0 && underWay === 0) runNext();
    });
    const timer = gathering.slowMs === undefined ? undefined : setTimeout(leave, gathering.slowMs);
    const batch = waiting.splice(0, gathering.sizeOf(waiting.length));
    void runTogether(gathering, batch).finally(() => {
      clearTimeout(timer);
      leave();
    });
  }

  return (input) => {
    const next = { input, ...Promise.withResolvers<Output>() };
    waiting.push(next);
    if (underWay === 0) runNext();
    return next.promise;
  };
}

/** Never rejects. */
async function runTogether<Input, Output>(
  gathering: Gathering<Input, Output>,
  batch: readonly Waiting<Input, Output>[],
): Promise<void> {
  try {
    const outputs = await gathering.run(batch.map(({ input }) => input));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each input
    for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output);
  } catch (error) {
    if (batch.length > 1 && gathering.mayBeOfOne?.(error) === true) {
      await Promise.all(batch.map((alone) => runTogether(gathering, [alone])));
    } else {
      for (const { reject } of batch) reject(error);
    }
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
