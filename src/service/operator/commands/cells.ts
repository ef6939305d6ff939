import { z } from 'zod';
import { EVERYBODY } from '../../counters/everybody.ts';
import { countMerchants } from '../../merchants/count-merchants.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { readsAcross, type OperatorCommands } from '../command.ts';

const count = z.int().nullable();
const cellItem = z.object({
  cell: z.int(),
  address: z.string().nullable().describe('Host, port and database; null on PGlite.'),
  reachable: z.boolean(),
  merchants: count,
  orders: count.describe('As far as they are counted.'),
});
type CellItem = z.output<typeof cellItem>;

/** Among which databases merchants are divided (docs/decisions/079). */
export const CELL_COMMANDS: OperatorCommands = {
  'cells list': readsAcross(
    'List the cells, where each is and how much it has; of one that is not reachable that is not known.',
    {},
    {
      gather: (_input, context) => readCell(context),
      show: (items, { missing }) => {
        const late = missing.map((cell) => ({ ...UNREACHABLE, cell, address: null }));
        return { items: [...items, ...late].toSorted((one, other) => one.cell - other.cell) };
      },
    },
    { answer: z.object({ items: z.array(cellItem) }) },
  ),
};

const UNREACHABLE = { reachable: false, merchants: null, orders: null };

async function readCell({ db, place }: ServiceContext): Promise<CellItem> {
  try {
    const merchants = await countMerchants(db);
    const { orders } = await db
      .selectFrom('order_counters')
      .select(({ fn }) => fn.sum<string | null>('orders').as('orders'))
      .where('merchant_id', '=', EVERYBODY)
      .where('span', '=', 'day')
      .executeTakeFirstOrThrow();
    return { ...place, reachable: true, merchants, orders: Number(orders ?? 0) };
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { ...place, ...UNREACHABLE };
    throw error;
  }
}
