import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { openCredentials } from './credentials.ts';
import { merchantMembers, methodMembers } from './in-file.ts';
import { readPresent, type Present, type PresentGate, type PresentMerchant } from './present.ts';
import type { TerminalRow } from './queries.ts';

interface Named {
  [member: string]: unknown;
  name: string;
}

interface Exported {
  terminals: Named[];
  merchants: Named[];
}

/**
 * The deployment as a file says it, complete: applied where it came from, it changes nothing. A secret is
 * the name of the environment variable that `apply` takes it from, never the secret.
 */
export async function exportDeployment({
  db,
  keyring,
}: {
  db: Kysely<Tables>;
  keyring: Keyring;
}): Promise<Exported> {
  const present = await readPresent(db, undefined);
  const terminalName = terminalNames(present);
  return {
    terminals: [...present.terminals.values()].map((row) => exportTerminal(keyring, row)),
    merchants: [...present.merchants.values()].map((merchant) =>
      exportMerchant(merchant, terminalName),
    ),
  };
}

function exportTerminal(keyring: Keyring, row: TerminalRow): Named {
  const { name, adapter, merchant_name: merchant, up, settings } = row;
  const secrets = Object.keys(openCredentials(keyring, row));
  const credentials = Object.fromEntries(
    secrets.map((secret) => [secret, `\${${variableName(name, secret)}}`]),
  );
  return { name, ...filled({ adapter, merchant }), up, settings, credentials };
}

/** `UPSTREAM_API_SECRET` for the api_secret of upstream. */
function variableName(terminal: string, secret: string): string {
  const text = `${terminal}_${secret}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return /^\d/.test(text) ? `_${text}` : text;
}

type TerminalName = (id: string) => string;

export function terminalNames({ terminals }: Present): TerminalName {
  const names = new Map([...terminals].map(([name, { id }]) => [id, name]));
  return (id) => names.get(id) ?? id;
}

export function exportMerchant({ row, gates }: PresentMerchant, terminalName: TerminalName): Named {
  return {
    name: row.name,
    ...filled(merchantMembers(row)),
    gates: [...gates.values()].map((gate) => exportGate(gate, terminalName)),
  };
}

function exportGate({ row, accounts, methods }: PresentGate, terminalName: TerminalName): object {
  return {
    name: row.name,
    active: row.active,
    accounts,
    methods: [...methods.values()].map((method) => {
      const { routes, ...members } = methodMembers(method, terminalName);
      return { name: method.row.name, ...filled(members), routes: routes.map(filled) };
    }),
  };
}

/** Without what says nothing. */
function filled(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
