import { download, type OperatorCommand, type OperatorCommands } from '../command.ts';
import { dayOrInstant } from '../input.ts';
import { merchant } from '../named.ts';
import { periodOf, wrongPeriod } from '../reports/period.ts';
import { beginReport, type ReportKind } from '../reports/reports.ts';

function report(kind: ReportKind, summary: string): OperatorCommand {
  return download({
    summary,
    roles: ['finance', 'admin'],
    owner: 'merchant',
    input: {
      from: dayOrInstant.describe('A day in UTC, or a time.'),
      to: dayOrInstant.describe('The last day or second of the report.'),
      merchant: merchant.optional().describe('Its name or id; all merchants if left out.'),
    },
    async run({ from, to, merchant: reference }, context) {
      const asked = periodOf(from, to);
      const wrong = wrongPeriod(asked);
      if (wrong !== undefined) return wrong;
      return beginReport(context, kind, { ...asked, merchant: reference });
    },
  });
}

/** Reports are read from the database while they are sent: nothing of them is stored. */
export const REPORT_COMMANDS = {
  'reports orders': report('orders', 'Download the orders created in a period.'),
  'reports settlement': report(
    'settlement',
    'Download how balances changed, by gate, currency and day.',
  ),
  'reports fees': report('fees', 'Download the fees of each method by day.'),
} satisfies OperatorCommands;
