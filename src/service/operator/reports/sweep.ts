import { sql } from 'kysely';
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
      due: (now) => sql`(exists (select from reports where ended_at < ${keptSince(now)})
        or exists (select from acquirer_files where created_at < ${keptSince(now)}))`,
      async run() {
        await deleteEndedBefore(deps.db, keptSince(deps.now()));
        await deleteFilesBefore(deps.db, keptSince(deps.now()));
      },
    },
  ];
}

function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}
