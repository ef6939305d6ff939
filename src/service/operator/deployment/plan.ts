import type { Change, PlannedChange } from './change.ts';
import type { DeploymentFile } from './file.ts';
import { planMerchant, type PlannedGate } from './plan-merchants.ts';
import { planTerminal, type PlanDeps } from './plan-terminals.ts';
import type { Present } from './present.ts';

/** What the file names, with the ids that it has here. */
export interface AppliedIds {
  terminals: Record<string, string>;
  merchants: Record<string, { id: string; gates: Record<string, PlannedGate> }>;
}

export interface Plan {
  ids: AppliedIds;
  /** Of merchants' and terminals' own rows, to which the others refer. */
  rows: PlannedChange[];
  /** Of what processes keep of a merchant in memory. */
  settings: { merchantId: string; changes: PlannedChange[] }[];
}

/** In the order in which they are carried out. */
export function changesOf({ rows, settings }: Plan): Change[] {
  return [...rows, ...settings.flatMap(({ changes }) => changes)].map(
    ({ kind, place, members }) => ({ kind, place, members }),
  );
}

/** The file has been judged: whatever it names is there already, or planned here. */
export function planDeployment(deps: PlanDeps, file: DeploymentFile, present: Present): Plan {
  const merchants = idsByName(
    deps,
    file.merchants,
    [...present.merchants].map(([name, { row }]) => [name, row.id]),
  );
  const terminals = idsByName(
    deps,
    file.terminals,
    [...present.terminals].map(([name, { id }]) => [name, id]),
  );
  const terminalNames = new Map([...terminals].map(([name, id]) => [id, name]));
  const routed = { idOf: found(terminals), nameOf: found(terminalNames) };
  const merchantId = found(merchants);
  const plan: Plan = { ids: { terminals: {}, merchants: {} }, rows: [], settings: [] };
  for (const merchant of file.merchants) {
    const { name } = merchant;
    const [id, known] = [merchantId(name), present.merchants.get(name)];
    const { rows, settings, gates } = planMerchant(deps, {
      id,
      merchant,
      known,
      terminals: routed,
    });
    plan.ids.merchants[name] = { id, gates };
    plan.rows.push(...rows);
    if (settings.length > 0) plan.settings.push({ merchantId: id, changes: settings });
  }
  for (const terminal of file.terminals) {
    const { name } = terminal;
    const [id, known] = [routed.idOf(name), present.terminals.get(name)];
    plan.ids.terminals[name] = id;
    plan.rows.push(...planTerminal(deps, { id, terminal, known, merchantId }));
  }
  return plan;
}

function idsByName(
  { newId }: PlanDeps,
  named: readonly { name: string }[],
  present: readonly (readonly [name: string, id: string])[],
): Map<string, string> {
  const ids = new Map(present);
  for (const { name } of named) if (!ids.has(name)) ids.set(name, newId());
  return ids;
}

function found(values: ReadonlyMap<string, string>): (key: string) => string {
  return (key) => {
    const value = values.get(key);
    if (value === undefined) throw new Error(`A plan knows no ${key}`);
    return value;
  };
}
