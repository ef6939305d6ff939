import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CURRENCIES } from '../../../src/domain/money.ts';
import {
  RequestFailed,
  valueIn,
  type Failure,
  type Result,
} from '../../../src/contract/client/result.ts';
import { ORDER_STATUSES } from '../../../src/domain/order/status.ts';
import type { Webhook } from '../../../src/contract/schemas/developer.ts';
import type { Merchant, Order } from '../sandbox/shop.ts';
import { CODES, findTrigger, OUTCOMES } from '../sandbox/triggers.ts';
import { explain } from './explain.ts';

/** A tool for agents. Everything is done with a merchant's own key. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  description: string;
  input: Shape;
  /** Whether the tool changes nothing. */
  readOnly: boolean;
  run: (merchant: Merchant, input: z.output<z.ZodObject<Shape>>) => Promise<unknown>;
}

function tool<Shape extends z.ZodRawShape>(given: Tool<Shape>): Tool {
  return {
    ...given,
    run: (merchant, input) => given.run(merchant, z.object(given.input).parse(input)),
  };
}

/** An answer that was lost: the order or refund with this reference may exist. */
export class AnswerLost extends RequestFailed {
  override name = 'AnswerLost';
  readonly referenceId: string;

  constructor(failure: Failure, referenceId: string) {
    super(failure);
    this.referenceId = referenceId;
  }
}

/**
 * Returns what was created under a reference.
 *
 * @throws AnswerLost if it may have been created; RequestFailed if it was not
 */
function createdValue<T>(result: Result<T>, referenceId: string): T {
  if (!result.ok && result.effect === 'unknown') throw new AnswerLost(result, referenceId);
  return valueIn(result);
}

const id = z.uuid().describe('The id of a payin or payout.');

const ORDERS_ON_A_PAGE = 20;

/** Tools for every key. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  create_payin: tool({
    description:
      'Create an order for which a payer pays. Give the payer its pay_url; never send card data here. If there was no answer, call again with the same reference_id.',
    readOnly: false,
    input: {
      amount: z.number().positive().describe('In major units, at most two decimals.'),
      currency: z.enum(CURRENCIES),
      description: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('What the payer buys, in one line: the payment page shows it.'),
      method: z
        .string()
        .describe('Id of a payin method; in a sandbox also its name, card_eur for instance.'),
      reference_id: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('The merchant’s name for the payment.'),
    },
    async run({ client, methods }, { method, reference_id: reference = randomUUID(), ...money }) {
      const body = {
        ...money,
        reference_id: reference,
        merchant_gate_method_id: methods[method] ?? method,
        customer: {},
      };
      return createdValue(await client.createPayin(body), reference);
    },
  }),
  get_order: tool({
    description: 'Read a payin or payout by its id.',
    readOnly: true,
    input: { id },
    run: (merchant, input) => findOrder(merchant, input.id),
  }),
  find_orders: tool({
    description: 'Read the payins and payouts with a reference of the merchant.',
    readOnly: true,
    input: { reference_id: z.string().max(255) },
    async run({ client }, { reference_id: reference }) {
      const [payins, payouts] = await Promise.all([
        client.findPayins(reference),
        client.findPayouts(reference),
      ]);
      return { payins: valueIn(payins), payouts: valueIn(payouts) };
    },
  }),
  list_orders: tool({
    description: 'Read a page of the payins or payouts, the latest first.',
    readOnly: true,
    input: {
      kind: z.enum(['payin', 'payout']),
      statuses: z.array(z.enum(ORDER_STATUSES)).optional(),
      start_date: z.iso.date().optional().describe('The first day of creation, in UTC.'),
      end_date: z.iso.date().optional().describe('The last day of creation, in UTC.'),
      page: z.int().min(1).default(1),
    },
    async run({ client }, { kind, statuses, start_date: from, end_date: to, page }) {
      const parameters = {
        page,
        size: ORDERS_ON_A_PAGE,
        ...(statuses && { statuses }),
        ...(from !== undefined && { startDate: `${from}T00:00:00Z` }),
        ...(to !== undefined && { endDate: `${to}T23:59:59.999Z` }),
      };
      return kind === 'payin'
        ? valueIn(await client.listPayins(parameters))
        : valueIn(await client.listPayouts(parameters));
    },
  }),
  create_refund: tool({
    description:
      'Refund a paid payin, in full or in part. If there was no answer, call again with the same reference_id.',
    readOnly: false,
    input: {
      payin_id: z.uuid().describe('The id of a payin.'),
      amount: z
        .number()
        .positive()
        .optional()
        .describe('In major units of the payin’s currency; all that is left if omitted.'),
      reference_id: z.string().min(1).max(255).optional().describe('A name for the refund.'),
    },
    async run({ client }, { payin_id: payinId, amount, reference_id: reference = randomUUID() }) {
      const body = {
        payin_id: payinId,
        reference_id: reference,
        ...(amount !== undefined && { amount }),
      };
      return createdValue(await client.createRefund(body), reference);
    },
  }),
  cancel_payin: tool({
    description:
      'Cancel a payin that still awaits its payer. If there was no answer, call again: the order is then CLOSED.',
    readOnly: false,
    input: { id: z.uuid().describe('The id of a payin.') },
    run: async ({ client }, input) => valueIn(await client.cancelPayin(input.id)),
  }),
  create_link: tool({
    description:
      'Create a link by which payers pay, of one amount or of a range: give them its url. It makes payins when it is opened.',
    readOnly: false,
    input: {
      method: z
        .string()
        .describe('Id of a payin method; in a sandbox also its name, card_eur for instance.'),
      amount: z.number().positive().optional().describe('In major units of its currency.'),
      amount_range: z
        .object({ min: z.number().positive(), max: z.number().positive() })
        .optional()
        .describe('In place of amount: the payer chooses.'),
      description: z.string().min(1).max(255).optional().describe('What the payer buys.'),
      reference_prefix: z.string().min(1).max(200).describe('The start of its payins’ references.'),
      expires_at: z.iso.datetime({ offset: true }).optional(),
      use: z.enum(['once', 'many']).default('once').describe('How often it can be paid.'),
    },
    async run({ client, methods }, { method, amount, amount_range: range, ...rest }) {
      const { description, expires_at: expiresAt, ...body } = rest;
      return valueIn(
        await client.createLink({
          ...body,
          merchant_gate_method_id: methods[method] ?? method,
          ...(amount !== undefined && { amount }),
          ...(range !== undefined && { amount_range: range }),
          ...(description !== undefined && { description }),
          ...(expiresAt !== undefined && { expires_at: expiresAt }),
        }),
      );
    },
  }),
  list_links: tool({
    description: 'Read the latest links to pay, with their payins.',
    readOnly: true,
    input: {},
    run: async ({ client }) => valueIn(await client.listLinks({ size: ORDERS_ON_A_PAGE })),
  }),
  close_link: tool({
    description:
      'Close a link to pay: it makes no more payins. If there was no answer, call again.',
    readOnly: false,
    input: { id: z.uuid().describe('The id of a link.') },
    run: async ({ client }, input) => valueIn(await client.closeLink(input.id)),
  }),
  list_methods: tool({
    description: 'Read the payment methods: id, source, currency, range of amounts.',
    readOnly: true,
    input: {},
    run: async ({ client }) => valueIn(await client.listMethods()),
  }),
  find_disputes: tool({
    description:
      'Read the disputes of a payin, or the latest of all: amount, reason, and deadline to answer.',
    readOnly: true,
    input: { payin_id: z.uuid().optional() },
    run: async ({ client }, { payin_id: payinId }) =>
      valueIn(await client.listDisputes(payinId === undefined ? {} : { payin_id: payinId })),
  }),
  get_dispute: tool({
    description: 'Read a dispute by its id, with its history.',
    readOnly: true,
    input: { id: z.uuid().describe('The id of a dispute.') },
    run: async ({ client }, input) => valueIn(await client.getDispute(input.id)),
  }),
  get_refund: tool({
    description: 'Read a refund by its id.',
    readOnly: true,
    input: { id: z.uuid().describe('The id of a refund.') },
    run: async ({ client }, input) => valueIn(await client.getRefund(input.id)),
  }),
  find_refunds: tool({
    description: 'Read the latest refunds, all or those of one payin.',
    readOnly: true,
    input: { payin_id: z.uuid().optional().describe('The id of a payin.') },
    async run({ client }, { payin_id: payinId }) {
      return valueIn(await client.listRefunds(payinId === undefined ? {} : { payin_id: payinId }));
    },
  }),
  get_balances: tool({
    description: 'Read the balances of the gates and the wallet, by currency.',
    readOnly: true,
    input: {},
    run: async ({ client }) => valueIn(await client.getBalances()),
  }),
  explain_order: tool({
    description: 'Explain the status of an order and of its webhooks.',
    readOnly: true,
    input: { id },
    async run(merchant, input) {
      const order = await findOrder(merchant, input.id);
      const listed = await merchant.client.listWebhooks({ order_id: input.id });
      const webhooks = listed.ok ? listed.value.content : [];
      return `${explain(order)}\nWebhooks: ${webhooks.map(deliveryText).join(', ') || 'none yet'}.`;
    },
  }),
};

const TRIGGERED = Object.entries(OUTCOMES)
  .map(([name, { says }]) => `${name}: ${says}`)
  .join(' ');

/** Tools for test keys only. */
export const SANDBOX_TOOLS: Readonly<Record<string, Tool>> = {
  trigger_outcome: tool({
    description: 'Trigger an outcome or a resolution code in the sandbox. No money moves.',
    readOnly: false,
    input: {
      name: z.enum([...Object.keys(OUTCOMES), ...Object.keys(CODES)]).describe(TRIGGERED),
    },
    async run(merchant, { name }) {
      const result = await findTrigger(name)?.run(merchant);
      if (result === undefined) throw new Error(`There is no outcome ${name}`);
      return result.ok ? result.value : (result.problem ?? result);
    },
  }),
};

function deliveryText({
  state,
  destination = 'nowhere',
  attempts,
  last_attempt: last,
}: Webhook): string {
  const tried =
    last && ` (sent ${attempts} times; the last: ${last.status ?? last.error ?? 'no answer'})`;
  return `${state}: ${destination}${tried ?? ''}`;
}

async function findOrder({ client }: Merchant, orderId: string): Promise<Order> {
  const payin = await client.getPayin(orderId);
  return payin.ok || payin.status !== 404
    ? valueIn(payin)
    : valueIn(await client.getPayout(orderId));
}
