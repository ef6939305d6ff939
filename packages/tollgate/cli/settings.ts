import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { OrdersClient } from '../../../src/contract/client/client.ts';
import { createMerchant } from '../sandbox/shop.ts';
import { WrongUse, type CommandLine, type SandboxOption } from './command.ts';

/** Where a sandbox writes its file, and where a shop's developer copies it to. */
const FILES = ['.data/sandbox.json', 'sandbox.json'] as const;

const sandboxFile = z.object({
  base_url: z.url(),
  api_key_id: z.uuid(),
  api_secret: z.string().min(1),
  webhook_secret: z.string().optional(),
  methods: z.record(z.string(), z.uuid()).default({}),
});

/** The address of a sandbox, and a merchant's key. */
export type Settings = z.output<typeof sandboxFile>;

/**
 * Reads the settings from the variables TOLLGATE_*; takes missing ones from the file that a sandbox writes at its
 * start.
 *
 * @throws WrongUse if a setting is in neither
 */
export function readSettings({ env }: Pick<CommandLine, 'env'>, file?: string): Settings {
  const given = {
    base_url: env['TOLLGATE_BASE_URL'],
    api_key_id: env['TOLLGATE_API_KEY_ID'],
    api_secret: env['TOLLGATE_API_SECRET'],
    webhook_secret: env['TOLLGATE_WEBHOOK_SECRET'],
  };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const parsed = sandboxFile.safeParse({ ...fileAt(file ?? env['TOLLGATE_SANDBOX']), ...set });
  if (parsed.success) return parsed.data;
  throw new WrongUse(
    `There is no ${FILES.join(' and no ')} here. Name one with --sandbox FILE, or set TOLLGATE_BASE_URL, TOLLGATE_API_KEY_ID and TOLLGATE_API_SECRET.`,
  );
}

/**
 * Returns the client of the merchant whose settings are found.
 *
 * @throws WrongUse
 */
export function clientOf(line: CommandLine, { sandbox }: SandboxOption): OrdersClient {
  return createMerchant(readSettings(line, sandbox)).client;
}

function fileAt(path: string | undefined): object {
  try {
    const found = path ?? FILES.find((file) => existsSync(file)) ?? FILES[0];
    const value: unknown = JSON.parse(readFileSync(found, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    if (path === undefined) return {};
    throw new WrongUse(`${path} cannot be read as JSON.`);
  }
}
