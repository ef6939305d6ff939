import { join } from 'node:path';

import { bundleScript } from '../../vite/bundle-script.ts';
import { hashOf } from './find-scripts.ts';

const ENTRIES = join(import.meta.dirname, '../../src/lib/browser');

/** Why each script is on a page (PCI DSS 6.4.3 asks for the justification in writing). */
const PURPOSES = {
  page: 'Keeps a form from being sent twice, and a page that comes back from being out of date.',
  pay: 'The card form: groups and checks what is typed, sends it once, keeps it after a decline.',
  begin:
    'The form of a payment that is not made by card: checks what is typed, sends it once, begins by itself.',
  plain: 'Keeps a form that the browser sends from being sent without a connection.',
  fallback: 'Goes on to the next page where the script behind it does not run.',
  status: 'Asks for the order’s state while the bank works, and leads back to the shop.',
  receipt: 'The receipt: shows its time as the shopper’s own, copies it, prints it.',
  transfer:
    'Instructions how to pay: copies them, counts the time down, shows it as the shopper’s own.',
  sandbox: 'Sandbox alone: fills the form in with a test card.',
  leave: 'Sandbox alone: sends the stand-in issuer’s answer back.',
} as const;

export interface InventoryEntry {
  /** The name of the entry that it is built from. Every script is inline, so none has an address. */
  name: string;
  /** The hash in the format of Subresource Integrity. */
  hash: string;
  bytes: number;
  purpose: string;
}

/** Returns every script that the pages of this build can contain. */
export async function takeInventory(): Promise<InventoryEntry[]> {
  return Promise.all(
    Object.entries(PURPOSES).map(async ([name, purpose]) => {
      const body = Buffer.from(await builtScript(name));
      return { name, hash: hashOf(body), bytes: body.length, purpose };
    }),
  );
}

export const SCRIPT_NAMES: readonly string[] = Object.keys(PURPOSES);

/** Returns a script as a page contains it. */
export async function builtScript(name: string): Promise<string> {
  const { code } = await bundleScript(join(ENTRIES, `${name}.ts`));
  return code;
}
