import { formatMinor } from '#domain/money.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type {
  ActionRow,
  StoryAttempt,
  StoryOrder,
  StoryRoute,
  StorySettings,
} from './story-queries.ts';

/** What the sentences about an order are made of; amounts are text with their currency. */
export interface OrderFacts {
  direction: 'payin' | 'payout';
  status: OrderStatus;
  code: ResolutionCode | null;
  /** What the merchant was told. */
  message: string;
  /** The acquirer's own words. */
  providerMessage: string | null;
  amount: string;
  amountMinor: bigint;
  fee: string;
  total: string;
  method: string;
  limits: { minMinor: bigint; maxMinor: bigint; min: string; max: string } | undefined;
  gate: string;
  gateFrozen: boolean;
  available: string | undefined;
  routes: readonly RouteFacts[];
  attempts: readonly StoryAttempt[];
  maxAttempts: number;
  /** Of the last transition. */
  cause: string;
  since: Date;
  expiresAt: Date | undefined;
  failedBy: ActionRow | undefined;
}

export interface RouteFacts {
  terminal: string;
  adapter: string;
  installed: boolean;
  up: boolean;
  circuitOpen: boolean;
}

export interface FactSources {
  order: StoryOrder;
  settings: StorySettings | undefined;
  routes: readonly StoryRoute[];
  attempts: readonly StoryAttempt[];
  transitions: readonly { cause: string; at: Date }[];
  actions: readonly ActionRow[];
  isInstalled: (adapter: string) => boolean;
  isOpen: (terminalId: string) => boolean;
}

export function orderFacts(sources: FactSources): OrderFacts {
  const { order, attempts, transitions, actions } = sources;
  const last = transitions.at(-1);
  return {
    direction: order.direction,
    status: order.status,
    code: order.resolution_code,
    message: order.resolution_message ?? '',
    providerMessage: order.provider_error_message,
    ...amountsOf(order),
    ...settingFacts(sources),
    routes: sources.routes.map((route) => routeFacts(route, sources)),
    attempts,
    maxAttempts: order.direction === 'payin' ? order.max_attempts : 1,
    cause: last?.cause ?? 'accepted',
    since: last?.at ?? order.updated_at,
    expiresAt: order.direction === 'payin' ? order.expires_at : undefined,
    failedBy: actions.findLast(({ command }) => command === 'orders fail'),
  };
}

function money(minor: bigint, { currency }: Pick<StoryOrder, 'currency'>): string {
  return `${formatMinor(minor)} ${currency}`;
}

function amountsOf(order: StoryOrder) {
  return {
    amount: money(order.amount_minor, order),
    amountMinor: order.amount_minor,
    fee: money(order.fee_total_minor, order),
    total: money(order.total_minor, order),
  };
}

function settingFacts({ order, settings }: FactSources) {
  if (settings === undefined) {
    const { method_id: method, gate_id: gate } = order;
    return { method, gate, gateFrozen: false, limits: undefined, available: undefined };
  }
  const { method, gate, frozen: gateFrozen, available_minor: available } = settings;
  return {
    ...{ method, gate, gateFrozen },
    limits: limitsOf(settings, order),
    available: available === null ? undefined : money(available, order),
  };
}

function limitsOf(settings: StorySettings, order: StoryOrder) {
  const { amount_min_minor: minMinor, amount_max_minor: maxMinor } = settings;
  return { minMinor, maxMinor, min: money(minMinor, order), max: money(maxMinor, order) };
}

function routeFacts(
  { terminal, adapter, terminal_id: id, up }: StoryRoute,
  { isInstalled, isOpen }: FactSources,
): RouteFacts {
  return { terminal, adapter, up, installed: isInstalled(adapter), circuitOpen: isOpen(id) };
}
