import {
  PAYIN_TRANSITIONS,
  PAYOUT_TRANSITIONS,
  REFUND_TRANSITIONS,
  type Transition,
} from '#domain/order/transition.ts';
import { ORDER_STATUSES } from '#domain/order/status.ts';

const TABLES: Readonly<Record<string, readonly Transition[]>> = {
  PAYIN_TRANSITION: PAYIN_TRANSITIONS,
  PAYOUT_TRANSITION: PAYOUT_TRANSITIONS,
  REFUND_TRANSITION: REFUND_TRANSITIONS,
};

/** Writes the tables of transitions of src/domain/order as Promela, for the models. */
export function transitionsInPromela(): string {
  const rows = Object.values(TABLES).flat();
  const causes = [...new Set(rows.map(({ cause }) => cause))];
  const tables = Object.entries(TABLES).map(
    ([name, table]) =>
      `#define ${name}(was, becomes, why) ( \\\n${table.map(conditionOf).join(' || \\\n')} )\n`,
  );
  return [
    '/* Written by `npm run generate -- model` from the tables of transitions in src/domain/order. */\n',
    `mtype:Status = { ${[...ORDER_STATUSES, 'NONE'].join(', ')} };\n`,
    `mtype:Cause = {\n  ${causes.join(',\n  ')}\n};\n`,
    ...tables,
  ].join('\n');
}

function conditionOf({ from, to, cause }: Transition): string {
  return `  (was == ${from ?? 'NONE'} && becomes == ${to} && why == ${cause})`;
}
