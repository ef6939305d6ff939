import { z } from 'zod';
import { PROGRAM_NAMES, done, failed, runCommandLine, type Ending } from '../command-line.ts';
import { askService, SERVICE_LOOKUP_HELP } from './ask-service.ts';

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

const DESCRIPTION = `Verifies the ledger of the running service. If there are errors, lists them and exits with 1.

${SERVICE_LOOKUP_HELP}`;

/** Runs `npm run ledger:check` with its arguments. */
export async function verifyLedger(args: readonly string[]): Promise<Ending> {
  return runCommandLine(PROGRAM_NAMES.ledgerCheck, args, (program, ends) => {
    program.description(DESCRIPTION).action(ends(askForReport));
  });
}

async function askForReport(): Promise<Ending> {
  const answer = await askService('ledger check');
  if (!answer.ok) return failed(answer.message);
  const parsed = report.safeParse(answer.body);
  if (!parsed.success)
    return failed('The answer is not a report. The service may run another release.');
  const { ok, movements, findings } = parsed.data;
  if (ok) return done(`The ledger is correct: ${movements} movements.`);
  const summary = `The ledger has ${findings.length} errors in ${movements} movements.`;
  return failed([...findings.map(describe), summary].join('\n'));
}

type Finding = z.output<typeof report>['findings'][number];

function describe({ rule, subject, order_id: order, currency, expected, found }: Finding): string {
  const where = order === undefined ? subject : `order ${order}, ${subject}`;
  return `${rule}: ${where}: ${found} ${currency ?? ''} instead of ${expected}`;
}
