import app from '../../app.css?sheet';
import sandboxLayout from '../../routes/(sandbox)/+layout.svelte?sheet';
import shop from '../../routes/(sandbox)/shop/+page.svelte?sheet';
import bought from '../../routes/(sandbox)/shop/return/[reference]/+page.svelte?sheet';
import begin from '../browser/begin.ts?script';
import fallback from '../browser/fallback.ts?script';
import leave from '../browser/leave.ts?script';
import page from '../browser/page.ts?script';
import payAddress from '../browser/pay-address.ts?script';
import pay from '../browser/pay.ts?script';
import plain from '../browser/plain.ts?script';
import receipt from '../browser/receipt.ts?script';
import sandbox from '../browser/sandbox.ts?script';
import status from '../browser/status.ts?script';
import transfer from '../browser/transfer.ts?script';
import addressFields from '../card-form/AddressFields.svelte?sheet';
import beginPage from '../components/BeginPage.svelte?sheet';
import instructionsPage from '../components/InstructionsPage.svelte?sheet';
import linkPage from '../components/LinkPage.svelte?sheet';
import payPage from '../components/PayPage.svelte?sheet';
import plainErrorPage from '../components/PlainErrorPage.svelte?sheet';
import ribbon from '../components/SandboxRibbon.svelte?sheet';
import standIn from '../components/StandIn.svelte?sheet';
import statusPage from '../components/StatusPage.svelte?sheet';

/** A script or style sheet of this release. Its hash allows it in the Content-Security-Policy. */
export interface Part {
  text: string;
  hash: string;
}

/** The scripts of the pages, by the names in components' `<script data-entry="…">`. */
const SCRIPTS: Readonly<Record<string, Part>> = {
  begin,
  fallback,
  leave,
  page,
  pay,
  payAddress,
  plain,
  receipt,
  sandbox,
  status,
  transfer,
};

/** The style sheets of the pages, by the names in components' `<link data-sheet="…">`. */
const SHEETS: Readonly<Record<string, Part>> = {
  addressFields,
  app,
  beginPage,
  bought,
  instructionsPage,
  linkPage,
  payPage,
  plainErrorPage,
  ribbon,
  sandboxLayout,
  shop,
  standIn,
  statusPage,
};

/**
 * These run before the others, and in browsers without modules too. Another script may submit a form at once, for
 * which `page` has to be there. `fallback` is for browsers in which the others do not run.
 */
const CLASSIC: ReadonlySet<string> = new Set(['page', 'fallback']);

/** In development, Svelte's Vite plugin adds a component class to every element, including these. */
const PLACES = /<(?:script data-entry|link data-sheet)="(\w+)"[^>]*>(?:<\/script>)?/g;

/** A page as Svelte rendered it, without the places of its parts. */
export interface TakenApart {
  html: string;
  /** The names of its parts: few combinations, whatever the order. */
  names: readonly string[];
}

/** Takes the places of the parts out of a page. */
export function takeParts(html: string): TakenApart {
  const places = [...html.matchAll(PLACES)].map(([, name = '']) => name);
  return { html: html.replaceAll(PLACES, ''), names: [...new Set(['app', 'page', ...places])] };
}

/** The sources that a page's Content-Security-Policy allows, as hashes. */
export interface AllowedHashes {
  styles: readonly string[];
  scripts: readonly string[];
}

/**
 * Returns the scripts of a page and, behind them, its style sheets. In this order, the longest script last, the page
 * compresses best. Classic scripts run before modules, wherever they stand.
 */
export function renderParts(names: readonly string[], allowed: { scripts: boolean }) {
  const sheets = names.flatMap((name) => SHEETS[name] ?? []);
  const scripts = allowed.scripts
    ? names.flatMap((name) => {
        const part = SCRIPTS[name];
        return part === undefined ? [] : [{ ...part, type: CLASSIC.has(name) ? '' : MODULE }];
      })
    : [];
  const markup = [
    ...scripts
      .toSorted((one, other) => one.text.length - other.text.length)
      .map(({ text, type }) => `<script${type}>${text}</script>`),
    ...sheets.map(({ text }) => `<style>${text}</style>`),
  ].join('');
  const hashes: AllowedHashes = {
    styles: sheets.map(({ hash }) => hash),
    scripts: scripts.map(({ hash }) => hash),
  };
  return { markup, hashes };
}

const MODULE = ' type="module"';
