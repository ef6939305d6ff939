import { UUID } from '../../../src/contract/patterns.ts';
import { valueIn } from '../../../src/contract/client/result.ts';
import type { CreateLinkBody, Link } from '../../../src/contract/schemas/link.ts';
import { createMerchant } from '../sandbox/shop.ts';
import { amountIn, SANDBOX, WrongUse, type Declare, type SandboxOption } from './command.ts';
import { clientOf, readSettings } from './settings.ts';

interface CreateOptions extends SandboxOption {
  amount?: string;
  from?: string;
  to?: string;
  prefix: string;
  description?: string;
  expires?: string;
  many?: true;
  payAgain?: true;
}

export const declareLinks: Declare = (program, line, ends) => {
  const links = program
    .command('links')
    .description('Create links to pay, read or close them.')
    .helpCommand(false);
  links
    .command('create')
    .description('Create a link, of one amount or of a range.')
    .argument('<method>', 'the id of a payin method; of a sandbox also its name')
    .option('--amount <amount>', "in the method's currency, such as 12.50")
    .option('--from <amount>', 'the least amount, if the payer chooses')
    .option('--to <amount>', 'the largest amount, if the payer chooses')
    .requiredOption('--prefix <text>', "the start of its payins' references")
    .option('--description <text>', 'what the payer buys')
    .option('--expires <time>', 'until when it can be paid: RFC 3339 with an offset')
    .option('--many', 'it can be paid many times')
    .option('--pay-again', 'the page of a payin that has ended offers to pay again')
    .addOption(SANDBOX)
    .action(
      ends(async (method: string, options: CreateOptions) => {
        const { client, methods } = createMerchant(readSettings(line, options.sandbox));
        const body = bodyOf(methods[method] ?? uuidIn(method), options);
        line.out(JSON.stringify(valueIn(await client.createLink(body)), null, 2));
        return 0;
      }),
    );
  links
    .command('list')
    .description('Print links, newest first.')
    .addOption(SANDBOX)
    .action(
      ends(async (options: SandboxOption) => {
        for await (const link of clientOf(line, options).eachLink()) line.out(textOf(link));
        return 0;
      }),
    );
  const ofOne = { get: 'Print a link with its latest payins.', close: 'Close a link.' } as const;
  for (const verb of ['get', 'close'] as const) {
    links
      .command(verb)
      .description(ofOne[verb])
      .argument('<link>', 'the id of a link')
      .addOption(SANDBOX)
      .action(
        ends(async (id: string, options: SandboxOption) => {
          const client = clientOf(line, options);
          const answered = verb === 'get' ? client.getLink(id) : client.closeLink(id);
          line.out(JSON.stringify(valueIn(await answered), null, 2));
          return 0;
        }),
      );
  }
};

/** @throws WrongUse if a text is no id */
function uuidIn(method: string): string {
  if (UUID.test(method)) return method;
  throw new WrongUse(`There is no payment method ${method}: tollgate methods lists them.`);
}

function bodyOf(
  method: string,
  { amount, from, to, prefix, description, expires, many, payAgain }: CreateOptions,
): CreateLinkBody {
  return {
    merchant_gate_method_id: method,
    reference_prefix: prefix,
    use: many ? 'many' : 'once',
    pay_again: payAgain ?? false,
    ...(amount !== undefined && { amount: amountIn(amount) }),
    ...rangeIn(from, to),
    ...(description !== undefined && { description }),
    ...(expires !== undefined && { expires_at: expires }),
  };
}

function rangeIn(from: string | undefined, to: string | undefined): Partial<CreateLinkBody> {
  if (from === undefined && to === undefined) return {};
  if (from === undefined || to === undefined) throw new WrongUse('Give --from and --to together.');
  return { amount_range: { min: amountIn(from), max: amountIn(to) } };
}

function textOf({ url, status, amount, amount_range: range, currency, ...link }: Link): string {
  const money = range === undefined ? amount?.toFixed(2) : `${range.min} to ${range.max}`;
  const at = new Date(link.create_date * 1_000).toISOString();
  return `${at}  ${url}  ${status}  ${money ?? ''} ${currency}  ${link.reference_prefix}`;
}
