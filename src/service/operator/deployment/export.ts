import { yieldToEventLoop } from '../../platform/in-turns.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import {
  openCredentials,
  readMerchants,
  selectTerminals,
  type PresentGate,
  type PresentMerchant,
  type TerminalRow,
} from './queries.ts';
import { methodInFile, routeInFile } from './file.ts';
import { merchantMembers, methodMembers } from './members.ts';

interface Named {
  [member: string]: unknown;
  name: string;
}

/**
 * Exports the whole deployment as a file. Applying it to the same service changes nothing. Secrets are replaced with
 * names of environment variables, from which `apply` reads them. What has its default is left out.
 */
export async function exportDeployment({
  db,
  keyring,
}: {
  db: Db;
  keyring: Keyring;
}): Promise<{ terminals: Named[]; merchants: Named[] }> {
  const rows = await selectTerminals(db);
  const merchants: Named[] = [];
  for (const merchant of await readMerchants(db, undefined)) {
    merchants.push(exportMerchant(merchant));
    await yieldToEventLoop();
  }
  return { terminals: rows.map((row) => exportTerminal(keyring, row)), merchants };
}

function exportTerminal(keyring: Keyring, row: TerminalRow): Named {
  const { name, adapter, merchant_name: merchant, up, settings } = row;
  const secrets = Object.keys(openCredentials(keyring, row));
  const credentials = Object.fromEntries(
    secrets.map((secret) => [secret, `\${${variableName(name, secret)}}`]),
  );
  return { name, ...without({ adapter, merchant }, NULLS), up, settings, credentials };
}

/** Returns the variable of a secret: `UPSTREAM_API_SECRET` for api_secret of the terminal upstream. */
function variableName(terminal: string, secret: string): string {
  const text = `${terminal}_${secret}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return /^\d/.test(text) ? `_${text}` : text;
}

function exportMerchant({ row, gates }: PresentMerchant): Named {
  return {
    name: row.name,
    ...without(merchantMembers(row), NULLS),
    gates: [...gates.values()].map(exportGate),
  };
}

function exportGate({ name, active, accounts, methods }: PresentGate): object {
  return {
    name,
    active,
    accounts,
    methods: [...methods.values()].map((method) => {
      const { routes, ...members } = methodMembers(method);
      const defaults = { ...METHOD_DEFAULTS, payment_method_currency: members.currency };
      return {
        name: method.row.name,
        ...without(members, defaults),
        routes: routes.map((route) => without(route, ROUTE_DEFAULTS)),
      };
    }),
  };
}

const NULLS = {};
const METHOD_DEFAULTS = defaultsOf(methodInFile.shape);
const ROUTE_DEFAULTS = defaultsOf(routeInFile.shape);

/** Returns what members have that a file leaves out. */
function defaultsOf(shape: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(undefined).data]),
  );
}

/** Drops members that are null or have their default. */
function without(members: object, defaults: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([name, value]) => value !== null && !isDeepStrictEqual(value, defaults[name]),
    ),
  );
}
