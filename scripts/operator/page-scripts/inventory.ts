import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { bundleScript, bundleSheet } from '../../../vite/bundle.ts';
import { hashOf } from '../../../vite/page-parts.ts';

const SERVER = join(import.meta.dirname, '../../../src/lib/server');

/** Why each part is on a page, and whose it is (PCI DSS 6.4.3 asks for the justification in writing). */
const PURPOSES: Readonly<Record<string, string>> = {
  addressFields: 'The look of the address in the card form, where it is asked for.',
  app: 'The look of all pages: colours, spaces, sizes, controls.',
  begin:
    'The form of a payment that is not made by card: checks what is typed, sends it once, begins by itself.',
  beginPage: 'The look of that form.',
  bought: 'Sandbox alone: the look of the demo shop after a purchase.',
  fallback: 'Goes on to the next page where the script behind it does not run.',
  instructionsPage: 'The look of instructions how to pay.',
  leave: 'Sandbox alone: sends the stand-in issuer’s answer back.',
  linkPage: 'The look of the page of a link to pay.',
  page: 'Keeps a form from being sent twice, and a page that comes back from being out of date.',
  pay: 'The card form: groups and checks what is typed, sends it once, keeps it after a decline.',
  payAddress: 'The same for a form that asks for the address: lists the countries, too.',
  payPage: 'The look of the card form.',
  plain: 'Keeps a form that the browser sends from being sent without a connection.',
  plainErrorPage: 'The look of error pages.',
  receipt: 'The receipt: shows its time as the shopper’s own, copies it, prints it.',
  ribbon: 'Sandbox alone: the look of the ribbon.',
  sandbox: 'Sandbox alone: fills the form in with a test card.',
  sandboxLayout: 'Sandbox alone: the look of what surrounds the demo shop.',
  shop: 'Sandbox alone: the look of the demo shop.',
  standIn: 'Sandbox alone: the look of stand-ins for banks.',
  status: 'Asks for the order’s state while the bank works, and leads back to the shop.',
  statusPage: 'The look of results and receipts.',
  transfer:
    'Instructions how to pay: copies them, counts the time down, shows it as the shopper’s own.',
};

export interface InventoryEntry {
  name: string;
  kind: 'script' | 'sheet';
  /** As the Content-Security-Policy has it. Every part is inline, so none has an address. */
  hash: string;
  bytes: number;
  purpose: string;
  /** The file that the part is built from: its history says who changed it. */
  owner: string;
}

/** An import of a part by the pages, which so cannot have one that the inventory lacks. */
const PART_IMPORT = /^import (\w+) from '(.+)\?(script|sheet)';$/gm;

/** Returns every script and style sheet that the pages of this release can contain, as text. */
export async function readParts() {
  const source = await readFile(join(SERVER, 'page-parts.ts'), 'utf8');
  return Promise.all(
    Array.from(source.matchAll(PART_IMPORT), async ([, name = '', path = '', kind]) => {
      const isScript = kind === 'script';
      const { text } = await (isScript ? bundleScript : bundleSheet)(join(SERVER, path));
      return { name, kind: isScript ? ('script' as const) : ('sheet' as const), path, text };
    }),
  );
}

/** Returns the inventory of those parts. */
export async function takeInventory(): Promise<InventoryEntry[]> {
  const parts = await readParts();
  return parts.map(({ name, kind, path, text }) => {
    const purpose = PURPOSES[name];
    if (purpose === undefined) throw new Error(`${name} has no purpose`);
    const owner = join('src/lib/server', path);
    return { name, kind, hash: hashOf(text), bytes: Buffer.byteLength(text), purpose, owner };
  });
}
