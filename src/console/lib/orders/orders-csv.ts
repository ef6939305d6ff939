import { csvText } from '#console/format/file.ts';
import { escapeFormulas } from '#domain/escape-formulas.ts';
import { whyNotPaid } from '#domain/order/reasons.ts';
import { searchOrders, type FoundOrder } from './order.ts';

export const MOST_ORDERS = 10_000;
const ORDERS_AT_ONCE = 200;

/**
 * Exports the orders found as CSV, asking for them page by page.
 *
 * @param progress called with the number of orders so far
 * @returns the CSV, and whether it was cut off at `MOST_ORDERS`
 * @throws Problem
 */
export async function ordersCsv(
  filters: Readonly<Record<string, string>>,
  progress: (orders: number) => void,
  signal: AbortSignal,
): Promise<{ csv: string; isCutOff: boolean }> {
  const found: FoundOrder[] = [];
  let after: string | undefined;
  do {
    const input = { ...filters, limit: ORDERS_AT_ONCE, after };
    const { items, next } = await searchOrders(input, signal);
    found.push(...items);
    progress(Math.min(found.length, MOST_ORDERS));
    after = next;
  } while (after !== undefined && found.length < MOST_ORDERS);
  const isCutOff = after !== undefined || found.length > MOST_ORDERS;
  return { csv: csvOf(found.slice(0, MOST_ORDERS)), isCutOff };
}

/** Columns named as in the service's orders report. Like the report, they leave out customers' data. */
const CELLS: Readonly<Record<string, (order: FoundOrder) => string | null>> = {
  id: ({ id }) => id,
  direction: ({ direction }) => direction,
  reference_id: ({ reference_id: reference }) => escapeFormulas(reference),
  merchant: ({ merchant }) => escapeFormulas(merchant),
  method: ({ method }) => escapeFormulas(method ?? ''),
  terminal: ({ terminal }) => escapeFormulas(terminal ?? ''),
  status: ({ status }) => status,
  resolution_code: ({ resolution_code: code }) => code,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => amount,
  fee: ({ fee }) => fee,
  net: ({ net }) => net,
  refunded: ({ refunded }) => refunded,
  dispute: ({ dispute }) => dispute,
  account: ({ account }) => escapeFormulas(account ?? ''),
  card_brand: ({ card_brand: brand }) => brand,
  provider_reference: ({ provider_reference: reference }) => escapeFormulas(reference ?? ''),
  created_at: ({ created_at: at }) => at,
  refused_by: ({ refused_by: limit }) => limit,
  reason: whyNotPaid,
};

export function csvOf(orders: readonly FoundOrder[]): string {
  const rows = orders.map((order) => Object.values(CELLS).map((cell) => cell(order) ?? ''));
  return csvText([Object.keys(CELLS), ...rows]);
}
