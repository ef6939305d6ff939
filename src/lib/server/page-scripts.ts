import fallback from '../browser/fallback.ts?script';
import leave from '../browser/leave.ts?script';
import page from '../browser/page.ts?script';
import pay from '../browser/pay.ts?script';
import receipt from '../browser/receipt.ts?script';
import sandbox from '../browser/sandbox.ts?script';
import status from '../browser/status.ts?script';
import { writeScripts } from './script-places.ts';

/** The scripts of the pages, by the name under which a component asks for one. */
const SCRIPTS: Readonly<Record<string, string>> = {
  fallback,
  leave,
  page,
  pay,
  receipt,
  sandbox,
  status,
};

/** Puts the scripts where components ask for them, under the nonce that lets them run. */
export const insertScripts = (html: string, nonce: string): string =>
  writeScripts(html, (name) => {
    const code = SCRIPTS[name];
    if (code === undefined) throw new Error(`There is no script ${name}`);
    return `<script nonce="${nonce}">${code}</script>`;
  });

const ICON = /<link rel="icon"[^>]*>/;

/** For a page that is looked at in a frame: what it would run, or show beside itself, is left out. */
export const leaveScriptsOut = (html: string): string =>
  writeScripts(html, () => '').replace(ICON, '');
