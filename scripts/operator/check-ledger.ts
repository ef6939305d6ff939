import { z } from 'zod';

import {
  asksForHelp,
  asksForVersion,
  CALLED,
  done,
  failed,
  version,
  wrongUsage,
  type Ending,
} from '../command-line.ts';
import { askService } from './ask-service.ts';

const report = z.object({
  ok: z.boolean(),
  movements: z.number(),
  findings: z.array(
    z.object({
      rule: z.string(),
      subject: z.string(),
      order_id: z.string().optional(),
      currency: z.string().nullable(),
      expected: z.string(),
      found: z.string(),
    }),
  ),
});

const USAGE = `${CALLED.ledgerCheck}

Has the running service check its ledger. Ends with 1 when it is wrong, and says where.
The running service is found by DATA_DIR (.data), where its key is, and PORT; or by OPERATOR_URL.`;

/** What `npm run ledger:check` does with its arguments. */
export async function verifyLedger(args: readonly string[]): Promise<Ending> {
  if (asksForHelp(args)) return done(USAGE);
  if (asksForVersion(args)) return done(version());
  if (args.length > 0) return wrongUsage(USAGE);
  const answer = await askService('ledger check');
  if (!answer.ok) return failed(answer.said);
  const parsed = report.safeParse(answer.body);
  if (!parsed.success)
    return failed('The service answered with no report. It may be of another version.');
  const { ok, movements, findings } = parsed.data;
  if (ok) return done(`The ledger is right: ${movements} movements.`);
  const summary = `The ledger is wrong: ${findings.length} findings in ${movements} movements.`;
  return failed([...findings.map(describe), summary].join('\n'));
}

type Finding = z.output<typeof report>['findings'][number];

function describe({ rule, subject, order_id: order, currency, expected, found }: Finding): string {
  const where = order === undefined ? subject : `order ${order}, ${subject}`;
  return `${rule}: ${where}: ${found} ${currency ?? ''} where it should be ${expected}`;
}
