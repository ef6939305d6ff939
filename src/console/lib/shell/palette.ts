import type { CommandName } from '#console/api/client.ts';
import { filterFor, pathOf } from './find-order.ts';
import type { OpenAct } from './open-acts.ts';

/** What the palette offers. */
export interface Entry {
  kind: 'Go to' | 'Find' | 'Do';
  text: string;
  /** Where it leads within the console. */
  path?: string | undefined;
  /** What it does here. */
  does?: 'theme-light' | 'theme-dark' | 'keyboard' | 'sign-out' | undefined;
  /** What the open view does. */
  run?: OpenAct['run'];
}

interface Act {
  text: string;
  /** Who may not use it is not offered it. */
  command?: CommandName;
  path?: string;
  does?: Entry['does'];
}

/** A view opens the dialog that `do` names. */
const ACTS: readonly Act[] = [
  {
    text: 'Create a merchant',
    command: 'merchants create',
    path: '/merchants?do=merchants+create',
  },
  { text: 'Invite somebody', command: 'people invite', path: '/people?do=people+invite' },
  { text: 'Issue a token', command: 'tokens issue', path: '/tokens?do=tokens+issue' },
  { text: 'Create a report', command: 'reports create', path: '/reports?do=reports+create' },
  {
    text: 'Match a settlement file',
    command: 'reconciliations create',
    path: '/reconciliations/new',
  },
  { text: 'Light theme', does: 'theme-light' },
  { text: 'Dark theme', does: 'theme-dark' },
  { text: 'Keyboard help', does: 'keyboard' },
  { text: 'Sign out', does: 'sign-out' },
];

/** Filters as the search of orders has them, in words. */
const FOUND_BY: Readonly<Record<string, string>> = {
  id: 'the order',
  rrn: 'orders by RRN',
  card: 'orders by card',
  last_four: 'orders by the last four digits',
  amount: 'orders by amount',
  email: 'orders by e-mail',
  reference: 'orders by reference',
};

interface Offered {
  /** The views that the navigation leads to. */
  places: readonly { text: string; path: string; command: CommandName }[];
  may: (command: CommandName) => boolean;
  /** What can be done with what the open view shows. */
  open: readonly OpenAct[];
}

/**
 * What fits the words that were typed, each of them the beginning of a word: what can be done with what is open, then views, then
 * what else can be done. Orders are offered by whatever they are most likely meant by.
 */
export function entriesFor(text: string, { places, may, open }: Offered): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (entry: string) => {
    const own = entry.toLowerCase().split(/\s+/);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  };
  const views = [
    ...places.filter(({ command }) => may(command)),
    { text: 'Your account', path: '/account' },
  ].map(({ text: name, path }): Entry => ({ kind: 'Go to', text: name, path }));
  const acts = ACTS.filter(({ command }) => command === undefined || may(command)).map(
    ({ text: name, path, does }): Entry => ({ kind: 'Do', text: name, path, does }),
  );
  const here = open.map((act): Entry => ({ kind: 'Do', ...act }));
  const found = [...here, ...views, ...acts].filter((entry) => fits(entry.text));
  return words.length > 0 && may('orders search') ? [...found, finding(text.trim())] : found;
}

function finding(text: string): Entry {
  const filter = filterFor(text);
  const [name = 'reference', value = text] = Object.entries(filter)[0] ?? [];
  const path = pathOf(filter);
  return { kind: 'Find', text: `${FOUND_BY[name] ?? 'orders'}: ${value}`, path };
}
