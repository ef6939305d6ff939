import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Their tests start many processes or wait for deadlines, most of them in few lines. */
const LONG =
  /\/(chain|chain-kills|commands|counts-under-load|database-unavailable|faults|intervals|kill|ledger-under-load|lists-at-scale|orders-api|payout-concurrency|restart|server-lost|set-aside|sockets|starting|status-queries|webhook-crash|webhook-delivery|webhook-fairness|workers)\.test\.ts$/;

/**
 * On a fresh clone nothing is known of how long a file took, and the usual order is by size: the
 * longest would come last, each alone on a machine that has nothing else left to do.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((sorted) => [
      ...sorted.filter(({ moduleId }) => LONG.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !LONG.test(moduleId)),
    ]);
  }
}
