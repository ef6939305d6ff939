import type { Kysely } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { Tables } from '../../platform/database/schema.ts';
import { memberChanges, newMembers, type PlannedChange } from './change.ts';
import type { MethodInFile, RouteInFile } from './file.ts';
import { methodColumns, methodMembers, routeColumns, routeMembers } from './in-file.ts';
import type { PlanDeps } from './plan-terminals.ts';
import type { PresentMethod } from './present.ts';
import type { RouteRow } from './queries.ts';

/** Terminals by name and by id: those that there are, and those that the file adds. */
export interface Terminals {
  idOf: (name: string) => string;
  nameOf: (id: string) => string;
}

interface Target {
  id: string;
  gateId: string;
  place: string;
}

export function planMethod(
  deps: PlanDeps,
  { id, gateId, place }: Target,
  { name, ...given }: MethodInFile,
  known: PresentMethod | undefined,
  terminals: Terminals,
): PlannedChange[] {
  const wanted = { ...given, routes: inOneOrder(given.routes) };
  const planned = planRoutes(wanted.routes, known?.routes ?? [], terminals);
  if (known === undefined) {
    const write: PlannedChange['write'] = async (trx) => {
      const row = { ...methodColumns(wanted), id, gate_id: gateId, name };
      await trx.insertInto('gate_methods').values(row).execute();
      await writeRoutes(trx, deps, id, planned);
    };
    return [{ kind: 'add', place, members: newMembers(wanted), write }];
  }
  const present = methodMembers(known, terminals.nameOf);
  const members = memberChanges({ ...present, routes: inOneOrder(present.routes) }, wanted);
  if (Object.keys(members).length === 0) return [];
  const write: PlannedChange['write'] = async (trx) => {
    await trx.updateTable('gate_methods').set(methodColumns(wanted)).where('id', '=', id).execute();
    await writeRoutes(trx, deps, id, planned);
  };
  return [{ kind: 'change', place, members, write }];
}

/** A file may list routes in any order: their priority says which comes first. */
function inOneOrder(routes: readonly RouteInFile[]): RouteInFile[] {
  const key = (route: RouteInFile) => JSON.stringify(Object.entries(route).sort());
  return routes.toSorted(
    (a, b) => a.priority - b.priority || (key(a) < key(b) ? -1 : Number(key(a) > key(b))),
  );
}

interface PlannedRoutes {
  add: RouteColumns[];
  change: { id: string; columns: RouteColumns }[];
  remove: string[];
}
type RouteColumns = ReturnType<typeof routeColumns>;

/** A route has no name: one that leads to the same terminal is the same one, changed. */
function planRoutes(
  wanted: readonly RouteInFile[],
  known: readonly RouteRow[],
  terminals: Terminals,
): PlannedRoutes {
  const left = new Set(known);
  const take = (is: (row: RouteRow) => boolean) => {
    const row = [...left].find(is);
    if (row !== undefined) left.delete(row);
    return row;
  };
  const unlike = wanted.filter(
    (route) =>
      take((row) => isDeepStrictEqual(routeMembers(row, terminals.nameOf), route)) === undefined,
  );
  const planned: PlannedRoutes = { add: [], change: [], remove: [] };
  for (const route of unlike) {
    const columns = routeColumns(route, terminals.idOf(route.terminal));
    const row = take(({ terminal_id: id }) => id === columns.terminal_id);
    if (row === undefined) planned.add.push(columns);
    else planned.change.push({ id: row.id, columns });
  }
  return { ...planned, remove: [...left].map(({ id }) => id) };
}

async function writeRoutes(
  trx: Kysely<Tables>,
  { newId }: PlanDeps,
  methodId: string,
  { add, change, remove }: PlannedRoutes,
): Promise<void> {
  if (remove.length > 0) await trx.deleteFrom('routes').where('id', 'in', remove).execute();
  for (const { id, columns } of change) {
    await trx.updateTable('routes').set(columns).where('id', '=', id).execute();
  }
  if (add.length > 0) {
    const rows = add.map((columns) => ({ ...columns, id: newId(), method_id: methodId }));
    await trx.insertInto('routes').values(rows).execute();
  }
}
