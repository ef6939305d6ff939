import { randomUUID } from 'node:crypto';
import type { OrdersClient } from '../../../src/contract/client/client.ts';
import { valueIn } from '../../../src/contract/client/result.ts';
import type { Refund } from '../../../src/contract/schemas/refund.ts';
import { amountIn, SANDBOX, type Declare, type SandboxOption } from './command.ts';
import { clientOf } from './settings.ts';

interface CreateOptions extends SandboxOption {
  amount?: string;
  comment?: string;
  reference?: string;
}

interface ListOptions extends SandboxOption {
  payin?: string;
}

export const declareRefunds: Declare = (program, line, ends) => {
  const refunds = program
    .command('refunds')
    .description('Refund a payin, or read refunds.')
    .helpCommand(false);
  refunds
    .command('create')
    .description('Refund a payin, in full or in part.')
    .argument('<payin>', 'the id of a paid payin')
    .option('--amount <amount>', "in the payin's currency, such as 12.50")
    .option('--comment <text>', 'shown with the refund')
    .option('--reference <text>', 'unique for the refund; repeated, it returns the same refund')
    .addOption(SANDBOX)
    .action(
      ends(async (payin: string, options: CreateOptions) => {
        const refund = await create(clientOf(line, options), payin, options);
        line.out(JSON.stringify(refund, null, 2));
        return refund.status === 'FAILED' ? 1 : 0;
      }),
    );
  refunds
    .command('show')
    .description('Print a refund.')
    .argument('<refund>', 'the id of a refund')
    .addOption(SANDBOX)
    .action(
      ends(async (refund: string, options: SandboxOption) => {
        const found = valueIn(await clientOf(line, options).getRefund(refund));
        line.out(JSON.stringify(found, null, 2));
        return 0;
      }),
    );
  refunds
    .command('list')
    .description('Print refunds, newest first.')
    .option('--payin <id>', 'only refunds of this payin')
    .addOption(SANDBOX)
    .action(
      ends(async (options: ListOptions) => {
        const { payin } = options;
        const filter = payin === undefined ? {} : { payin_id: payin };
        for await (const refund of clientOf(line, options).eachRefund(filter)) {
          line.out(textOf(refund));
        }
        return 0;
      }),
    );
};

async function create(
  client: OrdersClient,
  payin: string,
  { amount, comment, reference = randomUUID() }: CreateOptions,
): Promise<Refund> {
  const body = {
    payin_id: payin,
    reference_id: reference,
    ...(amount !== undefined && { amount: amountIn(amount) }),
    ...(comment !== undefined && { comment }),
  };
  return valueIn(await client.createRefund(body));
}

function textOf({ id, status, amount, currency, payin_id, create_date }: Refund): string {
  const at = new Date(create_date * 1_000).toISOString();
  return `${at}  ${id}  ${status}  ${amount.toFixed(2)} ${currency}  of ${payin_id}`;
}
