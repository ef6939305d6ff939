import { NotPrepared } from '../database/unavailable.ts';

/** What has to be done with a cell's database before it is used: by the start, or by its first use after an outage. */
export interface Preparation {
  /** What is to be done. It is repeated until it has succeeded once. */
  consistOf(work: () => Promise<void>): void;
  /** Does it, or waits for whoever is at it. @throws what it failed with */
  done(): Promise<void>;
  /**
   * The same for whoever is about to use the database; undefined where nothing is left to do.
   *
   * @throws NotPrepared where it failed
   */
  pass(): Promise<void> | undefined;
}

export function createPreparation(): Preparation {
  let prepare: (() => Promise<void>) | undefined;
  let isDone = false;
  let current: Promise<void> | undefined;

  async function attempt(): Promise<void> {
    if (prepare === undefined) throw new Error('Nothing says how the database is prepared');
    await prepare();
    isDone = true;
  }

  async function done(): Promise<void> {
    if (isDone) return;
    current ??= attempt().finally(() => {
      current = undefined;
    });
    await current;
  }

  return {
    consistOf(work) {
      prepare = work;
    },
    done,
    pass: () =>
      isDone
        ? undefined
        : done().catch((cause: unknown) => {
            throw new NotPrepared("A cell's database was not prepared", { cause });
          }),
  };
}
