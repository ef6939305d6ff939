import type { Kysely } from 'kysely';
import { changeTerminal } from '../../merchants/change-terminal.ts';
import type { Tables } from '../../platform/database/schema.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { SEALED } from '../../platform/keyring-purposes.ts';
import { memberChanges, newMembers, type PlannedChange } from './change.ts';
import { fingerprints } from '../fingerprints.ts';
import { openCredentials } from './credentials.ts';
import type { TerminalInFile } from './file.ts';
import { member } from './place.ts';
import type { TerminalRow } from './queries.ts';

export interface PlanDeps {
  keyring: Keyring;
  now: () => Date;
  newId: () => string;
}

interface Target {
  id: string;
  terminal: TerminalInFile;
  known: TerminalRow | undefined;
  /** By the name that a terminal gives for whose it is alone. */
  merchantId: (name: string) => string;
}

export function planTerminal(deps: PlanDeps, target: Target): PlannedChange[] {
  const { terminal, known } = target;
  const place = member('terminals', terminal.name, 0);
  const { merchant, up, settings, credentials } = terminal;
  const shown = {
    ...(merchant !== undefined && { merchant }),
    ...(up !== undefined && { up }),
    ...(settings !== undefined && { settings }),
    ...(credentials !== undefined && { credentials: fingerprints(deps.keyring, credentials) }),
  };
  if (known === undefined) {
    const members = newMembers({ adapter: terminal.adapter, ...shown });
    return [{ kind: 'add', place, members, write: (trx) => addTerminal(trx, deps, target) }];
  }
  const members = memberChanges(presentMembers(deps.keyring, known), shown);
  if (Object.keys(members).length === 0) return [];
  const write: PlannedChange['write'] = (trx) =>
    changeTerminal(trx, target.id, changedColumns(deps, target));
  return [{ kind: 'change', place, members, write }];
}

function presentMembers(keyring: Keyring, row: TerminalRow): object {
  return {
    merchant: row.merchant_name,
    up: row.up,
    settings: row.settings,
    credentials: fingerprints(keyring, openCredentials(keyring, row)),
  };
}

function addTerminal(trx: Kysely<Tables>, deps: PlanDeps, target: Target): Promise<unknown> {
  const { id, terminal } = target;
  const { name, adapter, settings = {}, credentials = {} } = terminal;
  const row = {
    ...{ id, name, adapter, settings: JSON.stringify(settings), created_at: deps.now() },
    credentials_sealed: sealed(deps, id, credentials),
    ...ownColumns(target),
  };
  return trx.insertInto('terminals').values(row).execute();
}

/** Only what the file gives. */
function changedColumns(deps: PlanDeps, target: Target) {
  const { settings, credentials } = target.terminal;
  return {
    ...ownColumns(target),
    ...(settings !== undefined && { settings: JSON.stringify(settings) }),
    ...(credentials !== undefined && {
      credentials_sealed: sealed(deps, target.id, credentials),
    }),
  };
}

function ownColumns({ terminal: { merchant, up }, merchantId }: Target) {
  return {
    ...(merchant !== undefined && {
      merchant_id: merchant === null ? null : merchantId(merchant),
    }),
    ...(up !== undefined && { up }),
  };
}

function sealed({ keyring }: PlanDeps, id: string, credentials: object): Buffer {
  return keyring.seal(SEALED.terminalCredentials, id, JSON.stringify(credentials));
}
