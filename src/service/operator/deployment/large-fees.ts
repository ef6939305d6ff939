import { isLargeChange } from '#domain/order/fees.ts';
import type { Change } from './upserts.ts';

const FEES: ReadonlySet<string> = new Set([
  'fee_percent',
  'fee_fixed',
  'fee_min',
  'fee_max',
  'refund_fixed_fee',
  'dispute_fee',
]);

interface LargeFeeChange {
  place: string;
  name: string;
  detail: string;
}

/** Returns each fee of a method that changes so much that it may be a slip. */
export function largeFeeChanges(changes: readonly Change[]): LargeFeeChange[] {
  const changed = changes.filter(({ kind }) => kind === 'change');
  return changed.flatMap(({ place, members }) =>
    Object.entries(members)
      .filter(([name]) => FEES.has(name))
      .filter(([, { before, after }]) => isLargeChange(toNumber(before), toNumber(after)))
      .map(([name, { before, after }]) => {
        const size = toNumber(after) > toNumber(before) ? 'more than double' : 'less than half';
        const detail = `${String(before)} becomes ${String(after)}, ${size}. Repeat with --confirm if this is right.`;
        return { place, name, detail };
      }),
  );
}

function toNumber(fee: unknown): number {
  return typeof fee === 'string' ? Number(fee) : NaN;
}
