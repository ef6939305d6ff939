import type { Method, MethodList } from '#contract/schemas/method.ts';
import { majorNumber } from '#contract/schemas/order.ts';
import { missingContact, type WantedContact } from '#domain/customer/wanted-data.ts';
import { failure, success, type Result } from '#domain/result.ts';
import type { ServiceContext } from '../platform/context.ts';
import { selectConfigVersion } from './queries.ts';
import { STALE, type GateMethod, type MerchantCaller, type StaleSettings } from './settings.ts';

/** Lists all payment methods of a merchant, by name. */
export async function listMethods(
  { db }: Pick<ServiceContext, 'db'>,
  { merchantId, version, methods }: MerchantCaller,
): Promise<Result<MethodList, StaleSettings>> {
  if ((await selectConfigVersion(db, merchantId)) !== version) return failure(STALE);
  const sorted = [...methods.values()].toSorted(
    (a, b) => compare(a.name, b.name) || compare(a.id, b.id),
  );
  return success({ content: sorted.map(present) });
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function present(method: GateMethod): Method {
  return {
    id: method.id,
    name: method.name,
    payment_source: method.paymentSource,
    direction: method.direction,
    currency: method.currency,
    payment_method_currency: method.paymentMethodCurrency,
    amount_min: majorNumber(method.amountMinMinor),
    amount_max: majorNumber(method.amountMaxMinor),
    active: method.active,
    asks: [...asksOf(method)],
  };
}

type Asked = Method['asks'][number];

/** What the page asks for if the order's customer has nothing. */
function asksOf({ direction, paymentSource, routes, asksCpf }: GateMethod): readonly Asked[] {
  if (direction === 'payout') return [];
  if (paymentSource === 'PHONE') return ['phone'];
  if (paymentSource === 'PIX') return asksCpf ? ['cpf'] : [];
  if (paymentSource !== 'CARD') return [];
  const wanted = routes.flatMap(({ wantsContact }) => wantsContact ?? []);
  const contact = missingContact(wanted, {});
  const asksAddress = routes.some(({ wantsAddress }) => wantsAddress !== undefined);
  return [
    ...(contact === undefined ? [] : CONTACTS[contact]),
    ...(asksAddress ? (['address'] as const) : []),
  ];
}

const CONTACTS = {
  email: ['email'],
  phone: ['phone'],
  either: ['email', 'phone'],
  both: ['email', 'phone'],
} as const satisfies Record<WantedContact, readonly string[]>;
