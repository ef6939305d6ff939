import { sql, type Kysely } from 'kysely';
import type { ServiceContext } from '../../platform/context.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { selectTerminals, type TerminalRow } from '../deployment/queries.ts';
import { addedAttempts } from './merge-counters.ts';
import { selectTerminalTotals } from './queries.ts';
import type { CountedRange } from './range.ts';
import { countsIn, NO_ATTEMPTS } from './terminal-counts.ts';

type Deps = Pick<ServiceContext, 'db' | 'terminals'>;

interface Part {
  after: string | undefined;
  limit: number;
}

/** Terminals by name, with their circuits in this process and their counters of a time. */
export async function listHealth({ db, terminals }: Deps, range: CountedRange, part: Part) {
  const rows = await selectTerminals(db, part);
  const counted = await selectTerminalTotals(db, range);
  const lasts = await selectLasts(
    db,
    rows.map(({ id }) => id),
  );
  const circuits = new Map(terminals.circuits().map((circuit) => [circuit.terminalId, circuit]));
  return rows.map((row) => {
    const circuit = circuits.get(row.id);
    const since = circuit?.openSinceMs;
    const last = lasts.get(row.id);
    return {
      ...named(row),
      circuit: circuit?.state ?? ('closed' as const),
      circuit_open_since: since === undefined ? null : new Date(since),
      sums: counted.find(({ terminal_id: id }) => id === row.id) ?? NO_ATTEMPTS,
      last_approved_at: last?.approved ?? null,
      last_failed_at: last?.failed ?? null,
    };
  });
}

type Health = Awaited<ReturnType<typeof listHealth>>[number];

/** A terminal that several cells have: it is up as the first says, and its circuit is open where any of them is. */
export function joinHealth(one: Health, other: Health): Health {
  const open = one.circuit === 'open' ? one : other;
  return {
    ...one,
    ...{ circuit: open.circuit, circuit_open_since: open.circuit_open_since },
    sums: addedAttempts(one.sums, other.sums),
    last_approved_at: later(one.last_approved_at, other.last_approved_at),
    last_failed_at: later(one.last_failed_at, other.last_failed_at),
  };
}

function later(one: Date | null, other: Date | null): Date | null {
  return one === null || (other !== null && other > one) ? other : one;
}

export function shownHealth({
  sums,
  last_approved_at: approved,
  last_failed_at: failed,
  ...of
}: Health) {
  return { ...of, ...countsIn(sums), last_approved_at: approved, last_failed_at: failed };
}

function named({ id, name: terminal, adapter, merchant_name: merchant, up }: TerminalRow) {
  return { id, terminal, adapter, merchant, up };
}

interface Lasts {
  id: string;
  approved: Date | null;
  failed: Date | null;
}

/** So many attempts are looked at of each. */
const LATEST = 200;

async function selectLasts(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, Lasts>> {
  const { rows } = await sql<Lasts>`
    select terminal.id, max(settled_at) filter (where outcome in ('approved', 'paid')) as approved,
      max(settled_at) filter (where outcome in ('not_taken', 'never_seen')) as failed
    from unnest(${ids}::uuid[]) as terminal (id) cross join lateral (
      (select outcome, settled_at from payin_attempts where terminal_id = terminal.id
        order by created_at desc limit ${LATEST})
      union all
      (select outcome, settled_at from payout_attempts where terminal_id = terminal.id
        order by created_at desc limit ${LATEST})
    ) latest group by terminal.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
