import { formatMinor } from '#domain/money.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { showEvents } from '../../webhooks/log.ts';
import { explainOrder } from './explain-order.ts';
import { explainToMerchant, withoutTerminal } from './for-merchant.ts';
import { orderFacts } from './order-facts.ts';
import type { MerchantScope } from '../merchant-scope.ts';
import {
  selectActions,
  selectEntries,
  selectNotices,
  selectOrderAttention,
  selectRetentions,
  selectStoryAttempts,
  selectStoryOrder,
  selectStoryRoutes,
  selectStorySettings,
  selectTransitions,
  type EntryRow,
  type StoryAttempt,
  type StoryOrder,
  type StorySettings,
} from './story-queries.ts';

type Deps = Pick<ServiceContext, 'db' | 'terminals'>;

/**
 * All that is known of one order, and why it stands as it does; a merchant is not told who of us did what,
 * nor where attempts went. Read in turn, not of one moment: what happens meanwhile shows at the next look.
 *
 * @returns undefined when there is no such order in the scope
 */
export async function showOrder(deps: Deps, id: string, scope?: MerchantScope) {
  const order = await selectStoryOrder(deps.db, id, scope);
  if (order === undefined) return undefined;
  const { db } = deps;
  const [
    settings,
    routes,
    found,
    transitions,
    entries,
    retentions,
    actions,
    attention,
    notices,
    events,
  ] = await Promise.all([
    selectStorySettings(db, order),
    selectStoryRoutes(db, order.method_id),
    selectStoryAttempts(db, order),
    selectTransitions(db, id),
    selectEntries(db, id),
    selectRetentions(db, id),
    scope === undefined ? selectActions(db, id) : [],
    scope === undefined ? selectOrderAttention(db, id) : [],
    scope === undefined ? selectNotices(db, id) : [],
    showEvents(db, id),
  ]);
  const { terminals } = deps;
  const attempts = scope === undefined ? found : found.map(withoutTerminal);
  const open = terminals.circuits().filter(({ state }) => state === 'open');
  const explain = scope === undefined ? explainOrder : explainToMerchant;
  const why = explain(
    orderFacts({
      ...{ order, settings, routes, attempts, transitions, actions },
      isInstalled: (adapter) => terminals.adapters.has(adapter),
      isOpen: (terminalId) => open.some((circuit) => circuit.terminalId === terminalId),
    }),
  );
  return {
    ...described(order),
    ...namesIn(settings),
    why,
    transitions,
    attempts: attempts.map(shownAttempt),
    challenge: challengeOf(order, attempts),
    movements: movementsIn(entries),
    retentions: retentions.map(({ amount_minor: amount, ...rest }) => ({
      ...rest,
      amount: formatMinor(amount),
    })),
    events,
    comments: commentsOf(order, scope),
    attention,
    notices,
    actions,
  };
}

/** Null where the method is gone. */
function namesIn(settings: StorySettings | undefined) {
  const { merchant = null, gate = null, method = null } = settings ?? {};
  return { merchant, gate, method };
}

/** Of a card its masked number alone; of a request nothing that is not named here. */
function described(order: StoryOrder) {
  const { id, direction, group_id, merchant_id, reference_id, gate_id, method_id } = order;
  const { status, resolution, resolution_code, resolution_message } = order;
  const { provider_error_message, payment_source, currency, customer } = order;
  const { created_at, updated_at } = order;
  return {
    ...{ id, direction, group_id, merchant_id, reference_id, gate_id, method_id },
    ...{ status, resolution, resolution_code, resolution_message, provider_error_message },
    ...{ payment_source, currency },
    amount: formatMinor(order.amount_minor),
    fee: formatMinor(order.fee_total_minor),
    total: formatMinor(order.total_minor),
    account: order.direction === 'payin' ? order.card_number_masked : order.destination_shown,
    ...(order.direction === 'payin' && {
      card_brand: order.card_brand,
      rrn: order.rrn,
      payment_method_currency: order.payment_method_currency,
      payment_method_amount: formatMinor(order.payment_method_amount_minor),
      expires_at: order.expires_at,
    }),
    ...{ customer, created_at, updated_at },
  };
}

function shownAttempt(attempt: StoryAttempt) {
  const { created_at: from, settled_at: to } = attempt;
  return { ...attempt, latency_ms: to === null ? null : to.getTime() - from.getTime() };
}

function challengeOf(order: StoryOrder, attempts: readonly StoryAttempt[]) {
  const challenged = attempts.findLast(({ challenged_at: at }) => at !== null);
  if (challenged === undefined || order.direction !== 'payin') return null;
  const { terminal, challenged_at, outcome } = challenged;
  return { terminal, challenged_at, outcome, waits: order.challenge_url !== null };
}

function movementsIn(entries: readonly EntryRow[]) {
  const byMovement = Map.groupBy(entries, ({ id }) => id);
  return [...byMovement.values()].map((lines) => ({
    kind: lines[0]?.kind,
    at: lines[0]?.at,
    entries: lines.map(({ account, currency, amount_minor: amount }) => ({
      ...{ account, currency },
      amount: formatMinor(amount),
    })),
  }));
}

/** What the operator writes for the operator is not for the merchant. */
function commentsOf(order: StoryOrder, scope: MerchantScope | undefined) {
  return {
    comment: order.comment,
    internal: order.direction === 'payin' && scope === undefined ? order.comment_internal : null,
  };
}
