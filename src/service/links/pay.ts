import { parseAmount } from '#domain/money.ts';
import { linkReference, MOST_LINK_PAYINS_PER_HOUR, type LinkStatus } from '#domain/order/link.ts';
import { readMerchant } from '../merchants/read-merchant.ts';
import type { MerchantSettings, StaleSettings } from '../merchants/settings.ts';
import type { MethodRefusal } from '../orders/evaluate-order.ts';
import { areAddressesRight } from '../payins/addresses.ts';
import { createPayin } from '../payins/create.ts';
import { unbatched } from '../platform/database/batch.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db, PayinRow } from '../platform/database/schema.ts';
import { FINGERPRINTED } from '../platform/keyring.ts';
import { networkOf } from '../platform/network-of.ts';
import { statusOf } from './present.ts';
import {
  countOfAddress,
  insertLinkPayin,
  isWithoutPayment,
  lockLink,
  selectLink,
  selectLivePayin,
  type FoundLink,
} from './store.ts';

/** What became of a visitor who wants to pay. */
export type PayLinkResult =
  | { outcome: 'payin'; payinId: string }
  | { outcome: 'not_found' }
  | { outcome: 'not_open'; status: LinkStatus }
  | { outcome: 'amount' }
  | { outcome: 'too_many_of_address' | 'too_many_unpaid' }
  | { outcome: 'method'; refusal: MethodRefusal }
  | { outcome: StaleSettings['code'] };

/** A visitor of a link who wants to pay: the amount chosen of a range, as decimal text, and the address. */
export interface LinkVisitor {
  amount: string | undefined;
  address: string | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Makes a payin by a link. Of a link to pay once, a visitor is sent to the payin that can still be paid, if there is one.
 *
 * Locks the link, so that its limits and its one payin hold however many visitors come at once.
 */
export async function payLink(
  context: ServiceContext,
  id: string,
  visitor: LinkVisitor,
): Promise<PayLinkResult> {
  const known = await selectLink(context.db, id);
  const merchant = known && (await readMerchant(context, known.merchant_id));
  if (merchant === undefined) return { outcome: 'not_found' };
  const result = await context.db.transaction().execute(async (trx): Promise<PayLinkResult> => {
    const link = await lockLink(trx, id);
    if (link === undefined) return { outcome: 'not_found' };
    const status = statusOf(link, context);
    if (status !== 'open') return { outcome: 'not_open', status };
    const live = link.use === 'once' ? await selectLivePayin(trx, id) : undefined;
    if (live !== undefined) return { outcome: 'payin', payinId: live };
    const amountMinor = amountOf(link, visitor);
    if (amountMinor === undefined) return { outcome: 'amount' };
    const addressKey = addressKeyOf(context, visitor);
    const limited = await limitReached(context, trx, { id, addressKey });
    if (limited !== undefined) return { outcome: limited };
    return makePayin(context, trx, { merchant, link, amountMinor, addressKey });
  });
  // A payin that failed at once has a webhook.
  if (result.outcome === 'payin') context.wakeWebhooks();
  return result;
}

/** Returns the amount of a payin; undefined if the visitor has to choose another within the range. */
function amountOf(
  { amount_minor: one, amount_min_minor: min, amount_max_minor: max }: FoundLink,
  { amount = '' }: LinkVisitor,
): bigint | undefined {
  if (one !== null) return one;
  const chosen = parseAmount(amount);
  const isInRange =
    chosen !== undefined && min !== null && max !== null && chosen >= min && chosen <= max;
  return isInRange ? chosen : undefined;
}

function addressKeyOf(
  { keyring }: Pick<ServiceContext, 'keyring'>,
  { address = '' }: LinkVisitor,
): Buffer {
  return keyring.fingerprint(FINGERPRINTED.linkVisitor, networkOf(address));
}

async function limitReached(
  { now }: Pick<ServiceContext, 'now'>,
  trx: Db,
  { id: linkId, addressKey }: { id: string; addressKey: Buffer },
): Promise<'too_many_of_address' | 'too_many_unpaid' | undefined> {
  const since = new Date(now().getTime() - HOUR_MS);
  const ofAddress = await countOfAddress(trx, { linkId, addressKey, since });
  if (ofAddress >= MOST_LINK_PAYINS_PER_HOUR) return 'too_many_of_address';
  return (await isWithoutPayment(trx, linkId)) ? 'too_many_unpaid' : undefined;
}

/** An empty reference alone needs the hash of a signed request, and a link's references are not empty. */
const NOT_SIGNED = Buffer.alloc(0);

interface Payment {
  merchant: MerchantSettings;
  link: FoundLink;
  amountMinor: bigint;
  addressKey: Buffer;
}

async function makePayin(
  context: ServiceContext,
  trx: Db,
  { merchant, link, amountMinor, addressKey }: Payment,
): Promise<PayLinkResult> {
  const within = { ...context, db: trx, batches: unbatched(trx) };
  const request = {
    reference_id: linkReference(link.reference_prefix, context.newId()),
    currency: link.currency,
    amount: amountMinor,
    merchant_gate_method_id: link.method_id,
    ...(link.description !== null && { description: link.description }),
    customer: {},
    ...addressesOf(context, link),
  };
  const creation = await createPayin(within, merchant, request, NOT_SIGNED);
  if (creation.ok) {
    const payin: PayinRow = creation.value.order;
    await insertLinkPayin(trx, {
      payin_id: payin.id,
      link_id: link.id,
      address_key: addressKey,
      created_at: payin.created_at,
    });
    return { outcome: 'payin', payinId: payin.id };
  }
  const { problem } = creation;
  // A new reference is no duplicate: what remains is the method, or settings that changed since they were read.
  return problem.code === 'method'
    ? { outcome: 'method', refusal: problem.refusal }
    : { outcome: 'stale_settings' };
}

/** Returns the addresses of the link's payins: none if somebody changed them in the database. */
function addressesOf(context: ServiceContext, link: FoundLink) {
  if (!areAddressesRight(context, link, 'link')) return {};
  const { callback_url: callbackUrl, return_urls: urls } = link;
  return {
    ...(callbackUrl !== null && { callback_url: callbackUrl }),
    return_urls: urls,
  };
}
