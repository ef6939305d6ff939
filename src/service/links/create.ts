import type { Violation } from '#contract/problem.ts';
import type { CreateLinkRequest } from '#contract/schemas/link.ts';
import { formatMinor } from '#domain/money.ts';
import { failure, success, type Result } from '#domain/result.ts';
import type { GateMethod, MerchantSettings } from '../merchants/settings.ts';
import { usableMethod, type MethodRefusal } from '../orders/evaluate-order.ts';
import { addressesMac } from '../payins/addresses.ts';
import type { ServiceContext } from '../platform/context.ts';
import { insertLink, selectLink, type FoundLink } from './store.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'keyring'>;

/** Why a request creates no link. */
type LinkProblem =
  | { code: 'method'; refusal: MethodRefusal }
  | { code: 'invalid'; errors: Violation[] };

/** Creates a link of a merchant. Refuses amounts that its method would refuse, and an end in the past. */
export async function createLink(
  { db, now, newId, keyring }: Deps,
  { merchantId, methods }: MerchantSettings,
  request: CreateLinkRequest,
): Promise<Result<FoundLink, LinkProblem>> {
  const usable = usableMethod(methods, { ...request, direction: 'payin' });
  if (!usable.ok) return failure({ code: 'method', refusal: usable.problem });
  const method = usable.value;
  const at = now();
  const errors = [...amountErrors(request, method), ...expiryErrors(request, at)];
  if (errors.length > 0) return failure({ code: 'invalid', errors });
  const id = newId();
  const { amount_range: range, callback_url: callbackUrl = null, return_urls: urls = {} } = request;
  const addresses = { id, callback_url: callbackUrl, return_urls: urls };
  await insertLink(db, {
    id,
    merchant_id: merchantId,
    method_id: method.id,
    currency: method.currency,
    amount_minor: request.amount ?? null,
    amount_min_minor: range?.min ?? null,
    amount_max_minor: range?.max ?? null,
    description: request.description ?? null,
    reference_prefix: request.reference_prefix,
    use: request.use,
    pay_again: request.pay_again,
    callback_url: callbackUrl,
    return_urls: JSON.stringify(urls),
    addresses_mac: addressesMac(keyring, addresses),
    expires_at: request.expires_at ?? null,
    closed_at: null,
    created_at: at,
  });
  const link = await selectLink(db, id);
  if (link === undefined) throw new Error(`Link ${id} vanished`);
  return success(link);
}

function amountErrors(
  { amount, amount_range: range }: CreateLinkRequest,
  { amountMinMinor: min, amountMaxMinor: max }: GateMethod,
): Violation[] {
  const amounts = [
    ['/amount', amount],
    ['/amount_range/min', range?.min],
    ['/amount_range/max', range?.max],
  ] as const;
  const detail = `Must be from ${formatMinor(min)} to ${formatMinor(max)}, the limits of the payment method.`;
  return amounts.flatMap(([pointer, minor]) =>
    minor !== undefined && (minor < min || minor > max) ? [{ pointer, code: 'range', detail }] : [],
  );
}

function expiryErrors({ expires_at: expiresAt }: CreateLinkRequest, now: Date): Violation[] {
  return expiresAt === undefined || expiresAt > now
    ? []
    : [{ pointer: '/expires_at', code: 'past', detail: 'Must be in the future.' }];
}
