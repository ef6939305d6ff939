import { createScratchDatabase } from '../../tests/support/database/postgres.ts';
import { verifyLedger } from '../support/ledger.ts';
import { measurePayments } from '../support/payments.ts';
import { peakMemoryMib } from '../support/process-tree.ts';
import { startTollgate } from '../support/servers.ts';
import { MEMORY_LIMIT_MIB, type Figure } from './figures.ts';

const PAYMENTS = 3_000;
/** Payments per process: until then the optimizing compiler is at work. */
const WARM_UP = 1_000;
/** How much more a payment may cost than with one process: the cost must not grow with the number of processes. */
const MOST_OF_ONE = 1.1;

export async function* measureProcesses(
  databaseUrl: string,
  scale: number,
): AsyncGenerator<Figure> {
  let ofOneUs: number | undefined;
  for (const workers of [1, 2, 4]) {
    const scratch = await createScratchDatabase(databaseUrl);
    const tollgate = await startTollgate(scratch.url, undefined, { WORKERS: String(workers) });
    try {
      const { perSecond, processor } = await measurePayments(tollgate, {
        payments: Math.ceil(PAYMENTS * scale),
        warmUp: Math.ceil(WARM_UP * workers * scale),
      });
      const by = workers === 1 ? 'by 1 process' : `by ${workers} processes`;
      yield { name: `payments ${by}`, value: perSecond, unit: 'a second' };
      if (processor) {
        const { serverUs, databaseUs } = processor;
        yield { name: 'service, a payment', value: serverUs / 1_000, unit: 'ms' };
        yield { name: 'database, a payment', value: databaseUs / 1_000, unit: 'ms' };
        const totalUs = serverUs + databaseUs;
        ofOneUs ??= totalUs;
        const limit = (ofOneUs / 1_000) * MOST_OF_ONE;
        yield { name: 'both, a payment', value: totalUs / 1_000, unit: 'ms', limit };
      }
      const memory = Math.max(...(await peakMemoryMib(tollgate.pid)));
      yield {
        name: 'memory, most of a process',
        value: memory,
        unit: 'MiB',
        limit: MEMORY_LIMIT_MIB,
      };
      await verifyLedger(tollgate);
    } finally {
      await tollgate.stop();
      await scratch.drop();
    }
  }
}
