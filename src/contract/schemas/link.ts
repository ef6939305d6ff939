import { z } from 'zod';
import { LINK_STATUSES, LINK_USES } from '#domain/order/link.ts';
import {
  CALLBACK_URL_LENGTH,
  LINK_REFERENCE_PREFIX_LENGTH,
  REFERENCE_ID,
  REFERENCE_ID_CHARACTERS,
} from '../patterns.ts';
import { merchantView } from './checkout.ts';
import { after, pageAfter, size } from './developer.ts';
import {
  amount,
  currency,
  httpUrl,
  orderStatus,
  purchaseDescription,
  rule,
  text,
  uuid,
} from './fields.ts';
import { CREATED_BETWEEN, isInOrder, notAfter, parseInstant } from './list.ts';
import { CREATED, id, isoInstant, money, seconds } from './order.ts';
import { returnUrls } from './payin.ts';

const amountRange = z
  .strictObject({
    min: amount.meta({ description: 'The least amount, in major units.' }),
    max: amount.meta({ description: 'The largest amount, in major units.' }),
  })
  .refine(({ min, max }) => min <= max, {
    path: ['max'],
    ...rule('range', 'Must not be less than min.'),
  })
  .meta({ id: 'AmountRange', description: 'The amounts between which the payer chooses.' });

const linkUse = z.enum(LINK_USES);

/** Runs a rule even if other members are invalid, so what it reads may be anything. */
const EVEN_IF_OTHERS_ARE_INVALID = { when: () => true };

function has(body: unknown, member: 'amount' | 'amount_range'): boolean {
  return typeof body === 'object' && body !== null && Reflect.get(body, member) !== undefined;
}

const INSTANT = 'an RFC 3339 date and time with an offset, like 2026-12-31T23:59:59Z';

/** An instant, as RFC 3339 text with an offset. Others take a number, so a number is told what to write. */
const instant = z
  .custom<string>((value) => typeof value === 'string', {
    ...rule('type', `Must be text: ${INSTANT}.`),
    abort: true,
  })
  .transform((source, context) => {
    const parsed = parseInstant(source);
    if (parsed !== undefined) return new Date(parsed);
    const message = `Must be ${INSTANT}.`;
    context.addIssue({ code: 'custom', params: { code: 'date_time' }, message });
    return z.NEVER;
  })
  .meta({ type: 'string', format: 'date-time' });

/** Body of POST /api/merchant/v1/links. */
export const createLinkRequest = z
  .strictObject({
    merchant_gate_method_id: uuid.meta({
      description: "The id of one of the merchant's payin methods. Its currency is the link's.",
    }),
    amount: amount
      .meta({
        description:
          "The amount to pay, in major units of the method's currency: 12.5 is 12 euros 50. Either this or `amount_range`.",
      })
      .optional(),
    amount_range: amountRange
      .meta({
        description:
          'The range from which the payer chooses the amount, in place of `amount`; within the limits of the method.',
      })
      .optional(),
    description: purchaseDescription(
      'What the payer buys, in one line, in any language: the pages show it.',
    ).optional(),
    reference_prefix: text(LINK_REFERENCE_PREFIX_LENGTH, REFERENCE_ID).meta({
      description: `The start of its payins' references, of ${REFERENCE_ID_CHARACTERS}: each is the prefix, a hyphen and 12 random characters of A to Z and 2 to 7.`,
    }),
    expires_at: instant
      .meta({
        description:
          'Until when it can be paid: RFC 3339 with an offset. Without it, until it is closed.',
        example: '2026-12-31T23:59:59Z',
      })
      .optional(),
    use: linkUse.meta({
      description:
        'once: at most one payin that is not FAILED or CLOSED; a second visitor is sent to it. many: each visitor makes a payin.',
      example: 'once',
    }),
    pay_again: z.boolean().default(false).meta({
      description:
        'Whether the page of a payin that has ended offers to pay again while the link is open.',
      example: false,
    }),
    return_urls: returnUrls
      .meta({ description: 'Where the payment page sends the payers afterwards.' })
      .optional(),
    callback_url: httpUrl(CALLBACK_URL_LENGTH)
      .meta({
        description:
          "URL for the webhooks of its payins, instead of the merchant's own: an absolute http or https URL without credentials. Empty counts as left out: the merchant's own is used.",
      })
      .optional(),
  })
  .refine((body) => has(body, 'amount') || has(body, 'amount_range'), {
    path: ['amount'],
    ...rule('required', 'Either this or amount_range is required.'),
    ...EVEN_IF_OTHERS_ARE_INVALID,
  })
  .refine((body) => !has(body, 'amount') || !has(body, 'amount_range'), {
    path: ['amount_range'],
    ...rule('either', 'Must be left out where there is an amount.'),
    ...EVEN_IF_OTHERS_ARE_INVALID,
  })
  .meta({ id: 'CreateLinkRequest', description: 'A link by which payers pay a merchant.' });
export type CreateLinkRequest = z.output<typeof createLinkRequest>;
/** The body as sent, where amounts are JSON numbers of major units. */
export type CreateLinkBody = Omit<z.input<typeof createLinkRequest>, 'amount' | 'amount_range'> & {
  amount?: number;
  amount_range?: { min: number; max: number };
};

const linkStatus = z.enum(LINK_STATUSES).meta({
  description:
    'open: it can be paid. paid: its payin succeeded, of a link to pay once. expired: `expires_at` has passed. closed: the merchant closed it.',
});

const linkPayin = z
  .object({
    id: id("The payin's id."),
    reference_id: z
      .string()
      .meta({ description: 'Its reference: the prefix and what follows it.' }),
    status: orderStatus.meta({ description: 'The status of the payin.' }),
    amount: money('Its amount.'),
    create_date: seconds(CREATED),
  })
  .meta({ id: 'LinkPayin', description: 'A payin of a link.' });

export const link = z
  .object({
    id: id("The link's id, from the service."),
    url: z.string().meta({
      description: 'Where payers pay: give it to them. Anybody who has it can pay.',
      format: 'uri',
    }),
    status: linkStatus,
    payins: z
      .array(linkPayin)
      .meta({ description: 'Its latest payins, newest first, 20 at most.' }),
    merchant_gate_method_id: id('The payment method, from the create request.'),
    currency: currency.meta({ description: "The payment method's currency." }),
    amount: money('The amount to pay; left out for a range.').optional(),
    amount_range: z
      .object({ min: money('The least amount.'), max: money('The largest amount.') })
      .meta({
        description: 'The amounts between which the payer chooses; left out for one amount.',
      })
      .optional(),
    description: z.string().meta({ description: 'From the create request.' }).optional(),
    reference_prefix: z.string().meta({ description: "The start of its payins' references." }),
    expires_at: isoInstant('Until when it can be paid; left out for no end.').optional(),
    use: linkUse.meta({ description: 'Whether it can be paid once or many times.' }),
    pay_again: z.boolean().meta({
      description: 'Whether the page of a payin that has ended offers to pay again.',
    }),
    return_urls: returnUrls.meta({ description: 'From the create request.' }).optional(),
    callback_url: z.string().meta({ description: 'From the create request.' }).optional(),
    create_date: seconds('When the link was created.'),
  })
  .meta({
    id: 'Link',
    description: 'A link to pay. Members without a value are left out, never null.',
  });
export type Link = z.output<typeof link>;

const MAX_LINKS = 100;

/** Query of the merchant's own links, newest first. */
export const listLinksQuery = z
  .object({ size: size(MAX_LINKS), after, ...CREATED_BETWEEN })
  .refine(({ startDate, endDate }) => isInOrder(startDate, endDate), notAfter('startDate'));
export type ListLinksQuery = z.output<typeof listLinksQuery>;

export const linkPage = pageAfter(link);

/** What the link's page shows, from a private endpoint outside the published API. */
export const linkView = z.object({
  merchant: merchantView,
  status: z.enum(LINK_STATUSES),
  currency: z.string(),
  amount: z.number().optional(),
  amount_range: z.object({ min: z.number(), max: z.number() }).optional(),
  description: z.string().optional(),
});
export type LinkView = z.output<typeof linkView>;

/** Body of the page's request to pay a link. The amount is decimal text, chosen by the payer of a range. */
export const payLinkRequest = z.strictObject({ amount: z.string().max(15).optional() });
export type PayLinkRequest = z.output<typeof payLinkRequest>;

export const payLinkAnswer = z.object({ pay_url: z.string() });
