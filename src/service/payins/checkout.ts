import type { CheckoutContext } from '#contract/schemas/checkout.ts';
import { unixSeconds } from '#contract/schemas/order.ts';
import { maskPhone } from '#domain/customer/contact.ts';
import type { Instructions } from '#domain/order/instructions.ts';
import { isUnderWay } from '#domain/order/status.ts';
import { attemptsLeft } from '#domain/order/attempt.ts';
import { formatMinor } from '#domain/money.ts';
import type { Route } from '#domain/routing/route.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import { acceptedBrands, missingAddressOf, missingContactOf } from '../routing/choose.ts';
import type { Keyring } from '../platform/keyring.ts';
import { inquireWhenViewed } from './inquire.ts';
import { phoneHintOf } from './method-data.ts';
import { readDescription } from './present.ts';
import { selectCheckout, type CheckoutRow } from './store/payins.ts';

/** An order with what the payment page shows around its form. */
interface FoundCheckout {
  payin: PayinRow;
  checkout: CheckoutContext;
}

/**
 * Finds everything that the payment page shows of an order; undefined for an unknown order. If the order waits for its
 * acquirer, a status inquiry is sent in the background.
 */
export async function findCheckout(
  context: ServiceContext,
  payinId: string,
): Promise<FoundCheckout | undefined> {
  const found = await selectCheckout(context.db, payinId, context.now());
  if (found === undefined) return undefined;
  inquireWhenViewed(context, found);
  const routes = await context.terminals.routesOf(found.method_id, found.configVersion);
  const attempts = { made: Number(found.made), declined: Number(found.declined) };
  const checkout = {
    merchant: merchantOf(found),
    description: readDescription(found),
    accepted_brands: acceptedBrands(context.terminals, routes),
    expires_at: unixSeconds(found.expires_at),
    now: unixSeconds(context.now()),
    attempts_left: attemptsLeft(found.max_attempts, attempts),
    ...wantedBy(routes, found),
    card: cardOf(found),
    last_failure: failureOf(found),
    transfer: transferOf(context, found),
    finished_at: found.finished_at === null ? undefined : unixSeconds(found.finished_at),
    ended_by: found.ended_by ?? undefined,
    link:
      found.link_id === null
        ? undefined
        : { id: found.link_id, pay_again: found.pays_again === true },
  };
  return { payin: found, checkout };
}

/** Returns the payer's data that the routes need with a card and the order lacks. */
function wantedBy(
  routes: readonly Route[],
  { payment_source: source, customer }: CheckoutRow,
): Pick<CheckoutContext, 'asks_contact' | 'asks_address'> {
  if (source !== 'CARD') return {};
  const address = missingAddressOf(routes, customer);
  return {
    asks_contact: missingContactOf(routes, customer),
    asks_address: address.length === 0 ? undefined : address,
  };
}

function merchantOf(found: CheckoutRow): CheckoutContext['merchant'] {
  return {
    name: found.name,
    logo_url: found.logo_url ?? undefined,
    accent: found.accent ?? undefined,
    support_url: found.support_url ?? undefined,
    operator_name: found.operator_name ?? undefined,
    terms_url: found.terms_url ?? undefined,
    privacy_url: found.privacy_url ?? undefined,
  };
}

function cardOf({
  card_number_masked: masked,
  card_brand: brand,
}: CheckoutRow): CheckoutContext['card'] {
  return masked === null ? undefined : { brand: brand ?? undefined, last_four: masked.slice(-4) };
}

/**
 * Returns what an order that is not paid by card asks of its payer, the instructions for them, and what has arrived and
 * is missing.
 */
function transferOf(
  { keyring }: Pick<ServiceContext, 'keyring'>,
  found: CheckoutRow,
): CheckoutContext['transfer'] {
  const { payment_source: source, received_minor: receivedMinor } = found;
  if (source === 'CARD') return undefined;
  const missingMinor = found.payment_method_amount_minor - (receivedMinor ?? 0n);
  const isPending = isUnderWay(found.status);
  const isGivingUp = isPending && found.given_up_at !== null;
  const phone = source === 'PHONE' ? phoneOf(keyring, found) : undefined;
  return {
    asks: {
      cpf: source === 'PIX' && found.asks_cpf,
      phone: source === 'PHONE' && found.status === 'CREATED' && phone === undefined,
      banks: source === 'P2P' ? found.banks : [],
    },
    phone_hint: phone,
    instructions: isGivingUp ? undefined : pendingInstructions(found),
    giving_up: isGivingUp ? true : undefined,
    sent: isPending && found.sent_minor !== null ? formatMinor(found.sent_minor) : undefined,
    received: receivedMinor === null ? undefined : formatMinor(receivedMinor),
    missing: receivedMinor === null || missingMinor <= 0n ? undefined : formatMinor(missingMinor),
  };
}

/** How long a BLIK code is valid, if the acquirer does not say until when its payment can be confirmed. */
const CODE_SECONDS = 120;

function pendingInstructions({
  outcome,
  instructions,
  attempted_at: attemptedAt,
}: CheckoutRow): Instructions | undefined {
  if (outcome !== null || instructions === null) return undefined;
  const isCode = instructions.kind === 'confirm' && instructions.where === 'bank_app';
  return isCode && attemptedAt !== null
    ? { confirm_by: unixSeconds(attemptedAt) + CODE_SECONDS, ...instructions }
    : instructions;
}

/**
 * Returns the masked number of a payment by phone: the one that the request was sent to; before a payment, the
 * customer's, unless it proved wrong, so that the page has to ask for another.
 */
function phoneOf(
  keyring: Keyring,
  { customer: { phone }, decline_reason: reason, given_up_at: givenUpAt, ...payin }: CheckoutRow,
): string | undefined {
  if (payin.status !== 'CREATED') return phoneHintOf(keyring, payin);
  const isWrong = givenUpAt !== null || reason === 'incorrect_number';
  return phone === undefined || isWrong ? undefined : maskPhone(phone);
}

function failureOf({
  outcome,
  decline_reason: reason,
  decline_advice: advice,
}: CheckoutRow): CheckoutContext['last_failure'] {
  if (outcome === 'never_seen' || outcome === 'not_taken') return { outcome: 'never_seen' };
  return outcome === 'soft_decline' || outcome === 'hard_decline'
    ? {
        outcome: 'declined',
        reason: reason ?? undefined,
        another_card: advice === 'do_not_try_again' ? true : undefined,
      }
    : undefined;
}
