import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { withBuiltPage } from './built-page.ts';
import { findScripts, hashOf } from './find-scripts.ts';

const BUILD = join(import.meta.dirname, '../../build');
const ASSETS = '_app/immutable/assets';

/** Why each script is on the page (PCI DSS 6.4.3 asks for the justification in writing). */
const PURPOSES: Readonly<Record<string, string>> = {
  pay: 'The card form: groups and checks what is typed, sends it once, keeps it after a decline.',
  status: 'Asks for the order’s state while the bank works, and leads back to the shop.',
  sandbox: 'Sandbox alone: fills the form in with a test card.',
  leave: 'Sandbox alone: sends the stand-in issuer’s answer back.',
};
const INLINE_PURPOSE =
  'Tells the issuer about the browser (3-D Secure), and keeps a form from being sent twice.';

export interface InventoryEntry {
  /** Address on the page's own origin; of the script in the page itself, `inline`. */
  path: string;
  /** As in Subresource Integrity. */
  hash: string;
  bytes: number;
  purpose: string;
}

/** Every script that the built page can run. One without a written purpose is an error. */
export async function takeInventory(): Promise<InventoryEntry[]> {
  const folder = join(BUILD, 'client', ASSETS);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort();
  const entries = files.map(async (name) => {
    const body = await readFile(join(folder, name));
    return entry(`/${ASSETS}/${name}`, body, PURPOSES[name.split('.')[0] ?? '']);
  });
  return [...(await Promise.all(entries)), entry('inline', await inlineScript(), INLINE_PURPOSE)];
}

function entry(path: string, body: Uint8Array, purpose: string | undefined): InventoryEntry {
  if (purpose === undefined) throw new Error(`${path} has no purpose in the inventory`);
  return { path, hash: hashOf(body), bytes: body.length, purpose };
}

/** The script that every page carries, taken from one that the built page itself renders. */
async function inlineScript(): Promise<Uint8Array> {
  const html = await withBuiltPage({}, async (url) => {
    const page = await fetch(`${url}/no-such-page`);
    return page.text();
  });
  const [script] = findScripts(html).filter(({ src }) => src === undefined);
  if (script === undefined) throw new Error('The built page carries no script of its own');
  return Buffer.from(script.text);
}
