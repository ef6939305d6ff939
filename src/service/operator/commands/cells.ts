import { z } from 'zod';
import { EVERYBODY } from '../../counters/roll-up.ts';
import { countMerchants } from '../../merchants/find-merchant.ts';
import { schemaOfCell } from '../../platform/cells/open-cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import {
  beginMove,
  isUnderWay,
  latestMoves,
  nodeOf,
  readMovable,
  type Movable,
  type SchemaMove,
} from '../../platform/database/postgres/citus.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { refusal, type Refused } from '../answer.ts';
import { changes, readsAcross, type OperatorCommands } from '../command.ts';
import { whole } from '../input.ts';

const count = z.int().nullable();
const text = z.string().nullable();
const cellItem = z.object({
  cell: z.int(),
  address: text.describe('Host, port and database; null on PGlite.'),
  reachable: z.boolean(),
  merchants: count,
  orders: count.describe('From counters that may lag by some seconds.'),
  node: text.describe('The node of the Citus cluster that holds it.'),
  move_to: text.describe('The node of its last move.'),
  move: text.describe('Status of that move: scheduled, running, finished, failed or cancelled.'),
  move_error: text,
});
type CellItem = z.output<typeof cellItem>;

/** The answer of one cell. Cell 0's has the moves of all cells. */
interface CellPart {
  item: Omit<CellItem, keyof typeof NOT_MOVED>;
  moves: readonly SchemaMove[];
}

/** Commands for the databases that merchants are distributed over (docs/decisions/079). */
export const CELL_COMMANDS: OperatorCommands = {
  'cells list': readsAcross(
    'List the cells with their location and size (unknown while a cell cannot be reached).',
    {},
    {
      gather: (_input, context) => readCell(context),
      show: (parts, { missing }) => {
        const late = missing.map((cell) => ({ ...UNREACHABLE, cell, address: null }));
        const moves = parts.flatMap((part) => part.moves);
        const items = [...parts.map(({ item }) => item), ...late]
          .toSorted((one, other) => one.cell - other.cell)
          .map((item) => ({ ...item, ...moveOf(item.cell, moves) }));
        return { items };
      },
    },
    { answer: z.object({ items: z.array(cellItem) }) },
  ),
  'cells move': changes(
    'Start moving a cell to another node of its cluster while it stays in use; "cells list" shows the progress.',
    {
      cell: whole,
      node: z
        .string()
        .regex(/^\S+:\d{1,5}$/, 'must be HOST:PORT')
        .describe('HOST:PORT.'),
    },
    async ({ cell, node }, { db }) => {
      const schema = schemaOfCell(cell);
      const movable = await readMovable(db, schema);
      const home = mayMove({ cell, node }, movable, await latestMoves(db));
      if (typeof home !== 'string') return home;
      const result = { cell, from: home, to: node };
      if (home === node) return { ok: true, result, changed: undefined };
      await beginMove(db, schema, node);
      const changed = { subject: `cell ${cell}`, before: { node: home }, after: { node } };
      return { ok: true, result, changed };
    },
    z.object({ cell: z.int(), from: z.string(), to: z.string() }),
  ),
};

/** @returns the node that the cell is on, or why it cannot be moved */
function mayMove(
  { cell, node }: { cell: number; node: string },
  movable: Movable | undefined,
  moves: readonly SchemaMove[],
): string | Refused {
  if (movable?.isCoordinator !== true) return refusal(NO_COORDINATOR);
  const { home, nodes, isAllowed } = movable;
  if (home === undefined) return refusal(`Cell ${cell} is not on a node of the cluster.`);
  if (!nodes.includes(node))
    return refusal(`There is no node ${node}. The nodes are ${nodes.join(', ')}.`);
  if (!isAllowed) return refusal(NOT_ALLOWED);
  const going = moves.find((move) => move.schema === schemaOfCell(cell) && isUnderWay(move));
  return going === undefined
    ? home
    : refusal(`Cell ${cell} is already being moved to ${going.to}.`);
}

const NO_COORDINATOR =
  'DATABASE_URL is not a Citus coordinator. Without Citus, stop the service to move a cell (docs/scaling.md).';
const NOT_ALLOWED =
  'The role of DATABASE_URL may not create background jobs of Citus: grant what docs/scaling.md lists.';

const NOT_MOVED = { move_to: null, move: null, move_error: null };

function moveOf(cell: number, moves: readonly SchemaMove[]) {
  const last = moves.find(({ schema }) => schema === schemaOfCell(cell));
  return last === undefined
    ? NOT_MOVED
    : { move_to: last.to, move: last.state, move_error: last.error };
}

const UNREACHABLE = { reachable: false, merchants: null, orders: null, node: null };

async function readCell({ db, place }: ServiceContext): Promise<CellPart> {
  try {
    const merchants = await countMerchants(db);
    const { orders } = await db
      .selectFrom('order_counts')
      .select(({ fn }) => fn.sum<string | null>('orders').as('orders'))
      .where('merchant_id', '=', EVERYBODY)
      .where('series', '=', 'created_day')
      .executeTakeFirstOrThrow();
    const node = (await nodeOf(db)) ?? null;
    const item = { ...place, reachable: true, merchants, orders: Number(orders ?? 0), node };
    return { item, moves: place.cell === 0 ? await latestMoves(db) : [] };
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { item: { ...place, ...UNREACHABLE }, moves: [] };
    throw error;
  }
}
