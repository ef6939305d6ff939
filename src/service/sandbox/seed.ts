import { sql } from 'kysely';
import type { Db, NewGateMethod } from '../platform/database/schema.ts';
import type { ServiceContext } from '../platform/context.ts';
import { openGateAccount } from '../ledger/accounts.ts';
import { changeSettings } from '../merchants/change-settings.ts';
import { issueKey, newWebhookSecret } from '../merchants/keys.ts';
import { changeBoundRow } from '../platform/bound-rows.ts';
import { SEALED } from '../platform/keyring.ts';
import { blockFingerprint } from '../orders/fingerprints.ts';
import { readSandboxFile, writeSandboxFile, type SandboxFile } from './keys-file.ts';
import { SANDBOX_ADAPTER } from './terminal.ts';
import {
  BLOCKED_CARD,
  DEFAULTS,
  SANDBOX_ACCOUNTS,
  SANDBOX_METHODS,
  type SandboxMethod,
} from './methods.ts';

type SeedDeps = Pick<ServiceContext, 'db' | 'keyring' | 'now' | 'newId'>;

interface SeedOptions {
  dataDirectory: string;
  publicUrl: string;
}

/**
 * Creates the sandbox's two merchants on the first start, and writes `sandbox.json` to the data directory. Replaces
 * a file whose key is not in the database, because it belongs to other data.
 *
 * @returns the path of the file
 */
export async function seedSandbox(
  deps: SeedDeps,
  { dataDirectory, publicUrl }: SeedOptions,
): Promise<string> {
  return deps.db.transaction().execute(async (db) => {
    await lockSeeding(db);
    const known = await readSandboxFile(dataDirectory);
    return writeSandboxFile(dataDirectory, await seeded({ ...deps, db }, known, publicUrl));
  });
}

async function seeded(
  deps: SeedDeps,
  known: SandboxFile | undefined,
  publicUrl: string,
): Promise<SandboxFile> {
  if (known === undefined || !(await isKnown(deps.db, known.api_key_id))) {
    return createSandbox(deps, publicUrl);
  }
  await moveWebhooks(deps, known.merchant_id, { from: known.base_url, to: publicUrl });
  return { ...known, base_url: publicUrl };
}

/**
 * Locks the seeding until the transaction ends. If two processes start at once, the second one finds the first
 * one's sandbox.
 */
async function lockSeeding(db: Db): Promise<void> {
  await sql`select from sandbox.seeding for update`.execute(db);
}

async function isKnown(db: Db, keyId: string): Promise<boolean> {
  const key = await db.selectFrom('api_keys').select('id').where('id', '=', keyId).execute();
  return key.length > 0;
}

async function createSandbox(deps: SeedDeps, baseUrl: string): Promise<SandboxFile> {
  const shop = await createMerchant(deps, { ...DEMO_SHOP, webhookUrl: webhooksAt(baseUrl) });
  const other = await createMerchant(deps, { name: 'Other Sandbox Merchant', webhookUrl: null });
  const terminalId = await createTerminal(deps);
  const methods = await changeSettings(deps.db, shop.merchant_id, (trx) =>
    createMethods({ ...deps, db: trx }, { merchantId: shop.merchant_id, terminalId }),
  );
  await deps.db
    .insertInto('blocked_values')
    .values({
      merchant_id: shop.merchant_id,
      kind: 'card',
      fingerprint: blockFingerprint(deps.keyring, 'card', BLOCKED_CARD),
    })
    .execute();
  const { webhook_secret: _hidden, ...otherMerchant } = other;
  return { base_url: baseUrl, ...shop, methods, other_merchant: otherMerchant };
}

/** The demo shop's name, and its logo from the page's own origin. */
const DEMO_SHOP = { name: 'Paper & Pen', logoUrl: '/paper-and-pen.svg' };

interface NewMerchant {
  name: string;
  logoUrl?: string;
  webhookUrl: string | null;
}

async function createMerchant(deps: SeedDeps, { name, logoUrl, webhookUrl }: NewMerchant) {
  const merchantId = deps.newId();
  const webhookSecret = newWebhookSecret();
  const row = {
    id: merchantId,
    name,
    logo_url: logoUrl ?? null,
    payin_webhook_url: webhookUrl,
    payout_webhook_url: webhookUrl,
    refund_webhook_url: webhookUrl,
    dispute_webhook_url: webhookUrl,
    webhook_secret_sealed: deps.keyring.seal(SEALED.webhookSecret, merchantId, webhookSecret),
    created_at: deps.now(),
  };
  await changeBoundRow(deps, { table: 'merchants', id: merchantId }, (trx) =>
    trx.insertInto('merchants').values(row).execute(),
  );
  const key = await issueKey(deps, { scope: 'merchant', merchantId }, 'test');
  return {
    merchant_id: merchantId,
    api_key_id: key.keyId,
    api_secret: key.secret,
    webhook_secret: webhookSecret,
  };
}

/**
 * Creates the terminal that all merchants of the sandbox share. It exists already if the data outlived its
 * `sandbox.json`.
 */
async function createTerminal(deps: SeedDeps): Promise<string> {
  const { db, keyring, now, newId } = deps;
  const name = SANDBOX_ADAPTER;
  const known = await db
    .selectFrom('terminals')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  const id = newId();
  const row = {
    id,
    name,
    adapter: SANDBOX_ADAPTER,
    settings: '{}',
    credentials_sealed: keyring.seal(SEALED.terminalCredentials, id, '{}'),
    merchant_id: null,
    created_at: now(),
  };
  await changeBoundRow(deps, { table: 'terminals', id }, (trx) =>
    trx.insertInto('terminals').values(row).execute(),
  );
  return id;
}

async function createMethods(
  { db, newId, now }: SeedDeps,
  { merchantId, terminalId }: { merchantId: string; terminalId: string },
): Promise<Record<string, string>> {
  const gates = { main: newId(), crypto: newId() };
  await db
    .insertInto('gates')
    .values([
      { id: gates.main, merchant_id: merchantId, name: 'main' },
      { id: gates.crypto, merchant_id: merchantId, name: 'crypto' },
    ])
    .execute();
  for (const { gate, ...account } of SANDBOX_ACCOUNTS) {
    await openGateAccount(db, { gateId: gates[gate], ...account }, now());
  }
  const ids: Record<string, string> = {};
  for (const [name, method] of Object.entries<SandboxMethod>(SANDBOX_METHODS)) {
    const id = newId();
    ids[name] = id;
    await db
      .insertInto('gate_methods')
      .values(methodRow({ id, name, gate_id: gates[method.gate] }, method))
      .execute();
    await db
      .insertInto('routes')
      .values({
        id: newId(),
        method_id: id,
        terminal_id: terminalId,
        priority: 1,
        up: method.routeUp ?? true,
        brands: method.brands ?? null,
      })
      .execute();
  }
  return ids;
}

function methodRow(
  place: Pick<NewGateMethod, 'id' | 'name' | 'gate_id'>,
  method: SandboxMethod,
): NewGateMethod {
  const { gate: _gate, routeUp: _routeUp, brands: _brands, ...columns } = method;
  return {
    ...DEFAULTS,
    payment_method_currency: method.currency,
    ...columns,
    ...place,
  };
}

function webhooksAt(publicUrl: string) {
  return `${publicUrl}/shop/webhooks`;
}

const WEBHOOK_ADDRESSES = [
  'payin_webhook_url',
  'payout_webhook_url',
  'refund_webhook_url',
  'dispute_webhook_url',
] as const;

/**
 * Moves the webhook URLs of the demo shop to its new address, which may change with each start. Changes only URLs
 * that still point to the old address, so that an operator's settings stay.
 */
async function moveWebhooks(
  deps: SeedDeps,
  merchantId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const column of WEBHOOK_ADDRESSES) {
    await changeBoundRow(deps, { table: 'merchants', id: merchantId }, (trx) =>
      trx
        .updateTable('merchants')
        .set(column, webhooksAt(to))
        .where('id', '=', merchantId)
        .where(column, '=', webhooksAt(from))
        .execute(),
    );
  }
}
