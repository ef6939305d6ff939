import type { CardBrand } from '#domain/card/number.ts';
import { cardBrand } from '#domain/card/brand.ts';
import type { RoutedPayment } from '#domain/routing/choose-routes.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { judgeOrder, wantedBy, type BusinessRefusal } from '../../orders/judge-method.ts';
import { whyPassedOver } from '../../routing/choose-route.ts';
import type { RouteChoice } from './answer.ts';
import {
  selectAllRoutes,
  selectAskedMethod,
  type AskedMethod,
  type AskedRoute,
} from './what-if-queries.ts';
import { whyNot } from './why-not.ts';

export interface AskedPayment {
  amountMinor: bigint;
  /** What a card's number begins with: 6 to 8 digits. */
  bin: string | undefined;
  brand: CardBrand | undefined;
  country: string | undefined;
}

type Deps = Pick<ServiceContext, 'db' | 'terminals'>;

/**
 * Where a payment would go as things are, by what judges payments; nothing is asked of anybody.
 *
 * @returns undefined where there is no such method
 */
export async function whatIf(
  deps: Deps,
  methodId: string,
  asked: AskedPayment,
): Promise<RouteChoice | undefined> {
  const method = await selectAskedMethod(deps.db, methodId);
  if (method === undefined) return undefined;
  const found = await selectAllRoutes(deps.db, methodId);
  const payment = paymentOf(asked);
  const judged = found.map((one) => ({ ...one, why: judgeRoute(deps, method, one, payment) }));
  const refusal = judgeMethod(deps, method, asked, found);
  const first = judged.find(({ why }) => why === undefined)?.route.priority;
  const sharing = judged.filter(({ route, why }) => why === undefined && route.priority === first);
  const weights = sharing.reduce((sum, { route }) => sum + route.weight, 0);
  return {
    currency: method.currency,
    direction: method.direction,
    brand: payment.card?.brand ?? null,
    refusal: refusal ?? null,
    routes: judged.map((one) => ({
      terminal: one.name,
      adapter: one.route.terminal.adapter,
      priority: one.route.priority,
      weight: one.route.weight,
      share: refusal === undefined && sharing.includes(one) ? one.route.weight / weights : 0,
      takes: one.why === undefined,
      why_not: one.why ?? null,
    })),
  };
}

/** Without digits and brand any card may come, as when an order is made. */
function paymentOf({ amountMinor, bin, brand, country }: AskedPayment): RoutedPayment {
  const known = brand ?? (bin === undefined ? undefined : (cardBrand(bin) ?? null));
  const card = known === undefined ? undefined : { brand: known, bin: bin ?? '' };
  return { amountMinor, card, country };
}

function judgeMethod(
  { terminals }: Deps,
  method: AskedMethod,
  { amountMinor }: AskedPayment,
  found: readonly AskedRoute[],
): Pick<BusinessRefusal, 'code' | 'message'> | undefined {
  if (!method.active) {
    return { code: 'METHOD_INACTIVE', message: 'The method, or its gate, is switched off.' };
  }
  const routes = found.filter(isUp).map(({ route }) => route);
  const refused = judgeOrder({ ...method, routes }, amountMinor, terminals);
  return refused && { code: refused.code, message: refused.message };
}

function isUp({ up, terminalUp, mayUse }: AskedRoute): boolean {
  return up && terminalUp && mayUse;
}

function judgeRoute(
  { terminals }: Deps,
  method: AskedMethod,
  asked: AskedRoute,
  payment: RoutedPayment,
): string | undefined {
  const { route } = asked;
  if (!asked.up) return whyNot('route_down', asked, method);
  if (!asked.terminalUp) return whyNot('terminal_down', asked, method);
  if (!asked.mayUse) return whyNot('anothers', asked, method);
  const wanted = wantedBy({ ...method, routes: [] });
  const passedOver = whyPassedOver(terminals, route, wanted, payment);
  if (passedOver !== undefined) return whyNot(passedOver, asked, method);
  const circuit = terminals.circuits().find(({ terminalId }) => terminalId === route.terminal.id);
  return circuit?.state === 'open' ? whyNot('circuit_open', asked, method) : undefined;
}
