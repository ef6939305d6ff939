import { openGateAccount } from '../../ledger/open-accounts.ts';
import { newWebhookSecret } from '../../merchants/issue-key.ts';
import { SEALED } from '../../platform/keyring-purposes.ts';
import { memberChanges, newMembers, type PlannedChange } from './change.ts';
import type { GateInFile, MerchantInFile } from './file.ts';
import { givenMerchantMembers, merchantMembers } from './in-file.ts';
import { planMethod, type Terminals } from './plan-methods.ts';
import { member } from './place.ts';
import type { PlanDeps } from './plan-terminals.ts';
import { removalsOf } from './removals.ts';
import type { PresentGate, PresentMerchant } from './present.ts';

export interface PlannedGate {
  id: string;
  methods: Record<string, string>;
}

interface Target {
  id: string;
  merchant: MerchantInFile;
  known: PresentMerchant | undefined;
  terminals: Terminals;
}

interface PlannedMerchant {
  gates: Record<string, PlannedGate>;
  /** Of the merchant's own row. */
  rows: PlannedChange[];
  settings: PlannedChange[];
}

export function planMerchant(deps: PlanDeps, target: Target): PlannedMerchant {
  const { id, merchant, known, terminals } = target;
  const place = member('merchants', merchant.name, 0);
  const gates: Record<string, PlannedGate> = {};
  const settings: PlannedChange[] = [];
  for (const gate of merchant.gates ?? []) {
    const knownGate = known?.gates.get(gate.name);
    const gateId = knownGate?.row.id ?? deps.newId();
    const gatePlace = `${place}.${member('gates', gate.name, 0)}`;
    settings.push(...planGate({ id: gateId, merchantId: id }, gatePlace, gate, knownGate));
    settings.push(...planAccounts(deps, gateId, gatePlace, gate, knownGate));
    const methods: Record<string, string> = {};
    for (const method of gate.methods ?? []) {
      const knownMethod = knownGate?.methods.get(method.name);
      const methodId = knownMethod?.row.id ?? deps.newId();
      const methodPlace = `${gatePlace}.${member('methods', method.name, 0)}`;
      const at = { id: methodId, gateId, place: methodPlace };
      settings.push(...planMethod(deps, at, method, knownMethod, terminals));
      methods[method.name] = methodId;
    }
    gates[gate.name] = { id: gateId, methods };
  }
  settings.push(...planRemovals(merchant, known));
  return { gates, rows: planOwn(deps, target), settings };
}

function planOwn(deps: PlanDeps, { id, merchant, known }: Target): PlannedChange[] {
  const place = member('merchants', merchant.name, 0);
  const given = givenMerchantMembers(merchant);
  if (known === undefined) {
    const row = {
      ...given,
      id,
      name: merchant.name,
      webhook_secret_sealed: deps.keyring.seal(SEALED.webhookSecret, id, newWebhookSecret()),
      created_at: deps.now(),
    };
    const write: PlannedChange['write'] = (trx) =>
      trx.insertInto('merchants').values(row).execute();
    return [{ kind: 'add', place, members: newMembers(given), write }];
  }
  const members = memberChanges(merchantMembers(known.row), given);
  if (Object.keys(members).length === 0) return [];
  const write: PlannedChange['write'] = (trx) =>
    trx.updateTable('merchants').set(given).where('id', '=', id).execute();
  return [{ kind: 'change', place, members, write }];
}

function planGate(
  ids: { id: string; merchantId: string },
  place: string,
  { name, active }: GateInFile,
  known: PresentGate | undefined,
): PlannedChange[] {
  if (known === undefined) {
    const row = { id: ids.id, merchant_id: ids.merchantId, name, active };
    const write: PlannedChange['write'] = (trx) => trx.insertInto('gates').values(row).execute();
    return [{ kind: 'add', place, members: {}, write }];
  }
  const members = memberChanges({ active: known.row.active }, { active });
  if (Object.keys(members).length === 0) return [];
  const write: PlannedChange['write'] = (trx) =>
    trx.updateTable('gates').set({ active }).where('id', '=', ids.id).execute();
  return [{ kind: 'change', place, members, write }];
}

/** Accounts are opened, and never closed: an account that a file leaves out keeps its money. */
function planAccounts(
  { now }: PlanDeps,
  gateId: string,
  place: string,
  { accounts = [] }: GateInFile,
  known: PresentGate | undefined,
): PlannedChange[] {
  return accounts
    .filter((currency) => known?.accounts.includes(currency) !== true)
    .map((currency) => ({
      kind: 'add',
      place: `${place}.accounts[${currency}]`,
      members: {},
      write: (trx) => openGateAccount(trx, { gateId, currency, openingMinor: 0n }, now()),
    }));
}

function planRemovals(
  merchant: MerchantInFile,
  known: PresentMerchant | undefined,
): PlannedChange[] {
  if (known === undefined) return [];
  return removalsOf(merchant, known).map(({ place, table, id }) => ({
    kind: 'switch_off',
    place,
    members: { active: { before: true, after: false } },
    write: (trx) => trx.updateTable(table).set({ active: false }).where('id', '=', id).execute(),
  }));
}
