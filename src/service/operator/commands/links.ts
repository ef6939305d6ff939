import type { Violation } from '#contract/problem.ts';
import {
  CALLBACK_URL_LENGTH,
  LINK_REFERENCE_PREFIX_LENGTH,
  REFERENCE_ID,
  RETURN_URL_LENGTH,
} from '#contract/patterns.ts';
import { httpUrl, purchaseDescription, text } from '#contract/schemas/fields.ts';
import { formatMinor, parseAmount } from '#domain/money.ts';
import { LINK_STATUSES, LINK_USES } from '#domain/order/link.ts';
import { ORDER_STATUSES } from '#domain/order/status.ts';
import { z } from 'zod';
import { closeLink } from '../../links/close.ts';
import { createLink } from '../../links/create.ts';
import { linkUrl, statusOf } from '../../links/present.ts';
import { selectLink, selectLinks, type FoundLink } from '../../links/store.ts';
import { readMerchant } from '../../merchants/read-merchant.ts';
import type { MerchantSettings } from '../../merchants/settings.ts';
import type { ServiceContext } from '../../platform/context.ts';
import {
  foundOr,
  invalid,
  invalidAt,
  isRefused,
  NOT_FOUND,
  refusal,
  type Answered,
  type ChangeAnswer,
  type InputError,
} from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { amount, instant, trueOrFalse } from '../input.ts';
import { list } from '../lists.ts';
import { merchant, withMerchant, withMerchantOrAll } from '../named.ts';

const moment = z.iso.datetime();

const shownLink = z.object({
  id: z.uuid(),
  merchant_id: z.uuid(),
  merchant: z.string(),
  url: z.string().describe('Where payers pay.'),
  status: z.enum(LINK_STATUSES),
  method_id: z.uuid(),
  currency: z.string(),
  amount: z.string().nullable().describe('Null for a range.'),
  amount_min: z.string().nullable(),
  amount_max: z.string().nullable(),
  description: z.string().nullable(),
  reference_prefix: z.string(),
  callback_url: z.string().nullable(),
  success_url: z.string().nullable(),
  fail_url: z.string().nullable(),
  pending_url: z.string().nullable(),
  use: z.enum(LINK_USES),
  pay_again: z.boolean(),
  expires_at: moment.nullable(),
  closed_at: moment.nullable(),
  created_at: moment,
  payins: z
    .array(
      z.object({
        id: z.uuid(),
        reference_id: z.string(),
        status: z.enum(ORDER_STATUSES),
        amount: z.string(),
        created_at: moment,
      }),
    )
    .describe('Its latest payins, newest first, 20 at most.'),
});
type ShownLink = Answered<z.output<typeof shownLink>>;

function returnUrl(when: string) {
  return httpUrl(RETURN_URL_LENGTH).optional().describe(`Where payers are sent ${when}.`);
}

const CREATION = {
  merchant,
  method: z.uuid().describe("One of the merchant's payin methods; its currency is the link's."),
  amount: amount.optional().describe('Either this, or the least and the largest amount.'),
  amount_min: amount.optional().describe('The least amount, if the payer chooses.'),
  amount_max: amount.optional().describe('The largest amount, if the payer chooses.'),
  description: purchaseDescription('What the payer buys, in one line.').optional(),
  reference_prefix: text(LINK_REFERENCE_PREFIX_LENGTH, REFERENCE_ID).describe(
    "The start of its payins' references.",
  ),
  expires_at: instant
    .optional()
    .describe('Until when it can be paid; by default until it is closed.'),
  use: z
    .enum(LINK_USES)
    .default('once')
    .describe('once: one payin that succeeds. many: a payin for each visit.'),
  pay_again: trueOrFalse
    .default(false)
    .describe('Whether the page of a payin that has ended offers to pay again.'),
  callback_url: httpUrl(CALLBACK_URL_LENGTH)
    .optional()
    .describe("Where its payins' webhooks go, in place of the merchant's own address."),
  success_url: returnUrl('once they have paid'),
  fail_url: returnUrl('from a payin that failed or ended'),
  pending_url: returnUrl('from a payin that is still open'),
};
type Creation = z.output<z.ZodObject<typeof CREATION>>;

/** Commands to create, show, list and close links to pay. */
export const LINK_COMMANDS = {
  'links create': change({
    summary: 'Create a link by which payers pay a merchant.',
    roles: ['support', 'finance', 'admin'],
    owner: 'merchant',
    input: CREATION,
    answer: shownLink,
    run: async (input, context) =>
      withMerchant(context, input.merchant, (merchantId) =>
        createForMerchant(context, merchantId, input),
      ),
  }),
  'links close': change({
    summary: 'Close a link: it makes no more payins; those that it made stay as they are.',
    roles: ['support', 'finance', 'admin'],
    owner: 'link',
    input: { link: z.uuid() },
    answer: shownLink,
    run: async ({ link: id }, context) => {
      const before = await selectLink(context.db, id);
      const after = await closeLink(context, id, undefined);
      if (before === undefined || after === undefined) return NOT_FOUND;
      const changed =
        before.closed_at === null
          ? { subject: `link ${id}`, after: { closed_at: after.closed_at } }
          : undefined;
      return { ok: true, result: showLink(after, context), changed };
    },
  }),
  'links methods': query({
    summary: "List a merchant's payin methods that a link can use.",
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: { merchant },
    answer: z.object({
      methods: z.array(z.object({ id: z.uuid(), name: z.string(), currency: z.string() })),
    }),
    run: async ({ merchant: reference }, context) =>
      withMerchant(context, reference, async (merchantId) => {
        const settings = await readMerchant(context, merchantId);
        return foundOr(settings && { methods: linkable(settings) });
      }),
  }),
  'links show': query({
    summary: 'Show a link to pay, with its latest payins.',
    roles: STAFF_ROLES,
    owner: 'link',
    input: { link: z.uuid() },
    answer: shownLink,
    run: async ({ link: id }, context) => {
      const link = await selectLink(context.db, id);
      return foundOr(link && showLink(link, context));
    },
  }),
  'links list': list({
    summary: 'List links to pay, newest first.',
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: { merchant: merchant.optional() },
    item: shownLink,
    key: z.uuid(),
    async select({ merchant: reference }, context, page) {
      const found = await withMerchantOrAll(context, reference, (merchantId) =>
        selectLinks(context.db, { merchantId, ...page }),
      );
      return isRefused(found) ? found : found.map((link) => showLink(link, context));
    },
    keyOf: ({ id }) => id,
  }),
} satisfies OperatorCommands;

function linkable({ methods }: MerchantSettings) {
  return [...methods.values()]
    .filter(({ active, direction }) => active && direction === 'payin')
    .map(({ id, name, currency }) => ({ id, name, currency }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

async function createForMerchant(
  context: ServiceContext,
  merchantId: string,
  input: Creation,
): Promise<ChangeAnswer<ShownLink>> {
  const settings = await readMerchant(context, merchantId);
  if (settings === undefined) return NOT_FOUND;
  const { amount: one, amount_min: min, amount_max: max, expires_at: expiresAt } = input;
  const isRange = min !== undefined && max !== undefined;
  if ((one === undefined) !== isRange || (min === undefined) !== (max === undefined)) {
    return invalidAt('/amount', 'conflict', AMOUNT_OR_RANGE);
  }
  if (isRange && minorOf(min) > minorOf(max)) {
    return invalidAt('/amount_max', 'range', 'Must not be below the least amount.');
  }
  const created = await createLink(context, settings, {
    merchant_gate_method_id: input.method,
    ...(one !== undefined && { amount: minorOf(one) }),
    ...(isRange && { amount_range: { min: minorOf(min), max: minorOf(max) } }),
    ...(input.description !== undefined && { description: input.description }),
    ...(expiresAt !== undefined && { expires_at: new Date(expiresAt) }),
    reference_prefix: input.reference_prefix,
    use: input.use,
    pay_again: input.pay_again,
    callback_url: input.callback_url,
    return_urls: {
      success: input.success_url,
      fail: input.fail_url,
      pending: input.pending_url,
    },
  });
  if (!created.ok) {
    const { problem } = created;
    return problem.code === 'method'
      ? refusal(`The method cannot be used: ${problem.refusal}.`)
      : invalid(problem.errors.map(toOption));
  }
  const { payins: _payins, ...link } = showLink(created.value, context);
  const changed = { subject: `link ${link.id}`, after: link };
  return { ok: true, result: { ...link, payins: [] }, changed };
}

const AMOUNT_OR_RANGE = 'Give either an amount, or the least and the largest.';

/** Names a member of the merchants' interface as the option of the command. */
function toOption({ pointer = '', code, detail }: Violation): InputError {
  return { pointer: pointer.replace('/amount_range/', '/amount_'), code, detail };
}

function minorOf(text: string): bigint {
  return parseAmount(text) ?? 0n;
}

function showLink(link: FoundLink, deps: Pick<ServiceContext, 'pageUrl' | 'now'>) {
  return {
    id: link.id,
    merchant_id: link.merchant_id,
    merchant: link.merchant,
    url: linkUrl(link, deps),
    status: statusOf(link, deps),
    method_id: link.method_id,
    currency: link.currency,
    amount: optional(link.amount_minor),
    amount_min: optional(link.amount_min_minor),
    amount_max: optional(link.amount_max_minor),
    description: link.description,
    reference_prefix: link.reference_prefix,
    callback_url: link.callback_url,
    success_url: link.return_urls.success ?? null,
    fail_url: link.return_urls.fail ?? null,
    pending_url: link.return_urls.pending ?? null,
    use: link.use,
    pay_again: link.pay_again,
    expires_at: link.expires_at,
    closed_at: link.closed_at,
    created_at: link.created_at,
    payins: link.payins.map((payin) => ({
      id: payin.id,
      reference_id: payin.reference_id,
      status: payin.status,
      amount: formatMinor(BigInt(payin.amount_minor)),
      created_at: new Date(payin.created_at),
    })),
  };
}

function optional(minor: bigint | null): string | null {
  return minor === null ? null : formatMinor(minor);
}
