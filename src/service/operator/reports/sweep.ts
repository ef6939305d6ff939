import { sql } from 'kysely';
import { after } from '../../platform/database/query-time.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';
import { deleteFilesBefore } from '../acquirer-files/queries.ts';
import { makeDueReport, type MakingDeps } from './make-report.ts';
import { deleteEndedBefore } from './report-queries.ts';

const KEPT_MS = 7 * 86_400_000;

/**
 * Makes reports, one at a time in each process, and takes away those of a week ago, acquirers' files too. A report takes longer
 * than recurring work may: the sweep starts it and does not wait.
 */
export function reportSweeps(deps: MakingDeps): Sweep[] {
  let making = false;
  const makeAll = async () => {
    try {
      while (!deps.background.signal.aborted && (await makeDueReport(deps)));
    } finally {
      making = false;
    }
  };
  return [
    {
      name: 'make-reports',
      due: (now) => sql`exists (select from reports
        where state = 'waiting' or (state = 'running' and leased_until < ${now}))`,
      run: () => {
        if (!making) {
          making = true;
          deps.background.run(makeAll());
        }
        return Promise.resolve();
      },
    },
    {
      name: 'remove-reports',
      due: (now) => sql`(exists (select from reports where ended_at < ${after(now, -KEPT_MS)})
        or exists (select from acquirer_files where created_at < ${after(now, -KEPT_MS)}))`,
      async run() {
        const before = new Date(deps.now().getTime() - KEPT_MS);
        await deleteEndedBefore(deps.db, before);
        await deleteFilesBefore(deps.db, before);
      },
    },
  ];
}
