/**
 * npm run ledger:check   has the running service check its ledger; exits with 1 when it is wrong
 *
 * On either engine: the service reads its own database, and an embedded one has no second reader.
 */
import { z } from 'zod';

import { askService } from './operator/ask-service.ts';

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

const answer = await askService('check-ledger');
if (!answer.ok) throw new Error(`The service did not check: ${JSON.stringify(answer.body)}`);
const { result } = z.object({ result: report }).parse(answer.body);
for (const { rule, subject, order_id: order, currency, expected, found } of result.findings) {
  const where = order === undefined ? subject : `order ${order}, ${subject}`;
  console.error(`${rule}: ${where}: ${found} ${currency ?? ''} where it should be ${expected}`);
}
console.log(
  result.ok
    ? `The ledger is right: ${result.movements} movements.`
    : `The ledger is wrong: ${result.findings.length} findings in ${result.movements} movements.`,
);
process.exitCode = result.ok ? 0 : 1;
