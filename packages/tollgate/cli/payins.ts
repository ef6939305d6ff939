import { valueIn } from '../../../src/contract/client/result.ts';
import { SANDBOX, type Declare, type SandboxOption } from './command.ts';
import { clientOf } from './settings.ts';

export const declarePayins: Declare = (program, line, ends) => {
  program
    .command('payins')
    .description('End payins.')
    .helpCommand(false)
    .command('cancel')
    .description('Cancel a payin that still awaits its payer.')
    .argument('<payin>', 'the id of a payin')
    .addOption(SANDBOX)
    .action(
      ends(async (payin: string, options: SandboxOption) => {
        const cancelled = valueIn(await clientOf(line, options).cancelPayin(payin));
        line.out(JSON.stringify(cancelled, null, 2));
        return 0;
      }),
    );
};

export const declareMethods: Declare = (program, line, ends) => {
  program
    .command('methods')
    .description("Print the merchant's payment methods.")
    .addOption(SANDBOX)
    .action(
      ends(async (options: SandboxOption) => {
        const { content } = valueIn(await clientOf(line, options).listMethods());
        for (const method of content) {
          const { id, name, direction, payment_source: source, currency } = method;
          const range = `${method.amount_min.toFixed(2)} to ${method.amount_max.toFixed(2)} ${currency}`;
          const asks = method.asks.length === 0 ? '' : `  asks ${method.asks.join(', ')}`;
          const off = method.active ? '' : '  switched off';
          line.out(`${id}  ${name}  ${direction} ${source}  ${range}${asks}${off}`);
        }
        return 0;
      }),
    );
};
