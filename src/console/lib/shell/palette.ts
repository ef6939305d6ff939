import type { CommandName } from '#console/api/client.ts';
import { filterFor, type TextFilter } from '#domain/order/search-text.ts';
import type { ViewAction } from './view-actions.ts';

/** An entry of the command palette. */
export interface Entry {
  kind: 'Go to' | 'Find' | 'Do';
  text: string;
  /** The path to open, within the console. */
  path?: string | undefined;
  /** A built-in action of the console. */
  builtIn?: 'theme-light' | 'theme-dark' | 'keyboard' | 'sign-out' | undefined;
  /** Runs an action of the open view. */
  run?: ViewAction['run'];
}

interface StaticAction {
  text: string;
  /** Offered only to people who may use this command. */
  command?: CommandName;
  path?: string;
  builtIn?: Entry['builtIn'];
}

/** Actions that open a view or are built in. The view opens the dialog that the parameter `do` names. */
const STATIC_ACTIONS: readonly StaticAction[] = [
  {
    text: 'Create a merchant',
    command: 'merchants create',
    path: '/merchants?do=merchants+create',
  },
  { text: 'New payment link', command: 'links create', path: '/links?do=links+create' },
  { text: 'Invite somebody', command: 'people invite', path: '/people?do=people+invite' },
  { text: 'Issue a token', command: 'tokens issue', path: '/tokens?do=tokens+issue' },
  { text: 'Download a report', command: 'reports orders', path: '/reports' },
  {
    text: 'Match a settlement file',
    command: 'reconciliations create',
    path: '/reconciliations/new',
  },
  { text: 'Light theme', builtIn: 'theme-light' },
  { text: 'Dark theme', builtIn: 'theme-dark' },
  { text: 'Keyboard help', builtIn: 'keyboard' },
  { text: 'Sign out', builtIn: 'sign-out' },
];

/** Labels of the order search's filters. */
const FILTER_LABELS: Readonly<Record<string, string>> = {
  id: 'the order',
  rrn: 'orders by RRN',
  card: 'orders by card',
  last_four: 'orders by the last four digits',
  amount: 'orders by amount',
  email: 'orders by e-mail',
  text: 'orders by reference or name',
};

interface PaletteOptions {
  /** The views that the navigation leads to. */
  navigation: readonly { text: string; path: string; command: CommandName }[];
  may: (command: CommandName) => boolean;
  /** Actions of the open view. */
  open: readonly ViewAction[];
}

/**
 * Returns the entries that match the typed words: each word must begin a word of the entry. Actions of the open view
 * come first, then views, then other actions, then a search for orders by the most likely meaning of the text.
 */
export function entriesFor(text: string, { navigation, may, open }: PaletteOptions): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (entry: string) => {
    const own = entry.toLowerCase().split(/\s+/);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  };
  const views = [
    ...navigation.filter(({ command }) => may(command)),
    { text: 'Your account', path: '/account' },
  ].map(({ text: name, path }): Entry => ({ kind: 'Go to', text: name, path }));
  const actions = STATIC_ACTIONS.filter(({ command }) => command === undefined || may(command)).map(
    ({ text: name, path, builtIn }): Entry => ({ kind: 'Do', text: name, path, builtIn }),
  );
  const here = open.map((act): Entry => ({ kind: 'Do', ...act }));
  const found = [...here, ...views, ...actions].filter((entry) => matches(entry.text));
  return words.length > 0 && may('orders search') ? [...found, searchEntry(text.trim())] : found;
}

function searchEntry(text: string): Entry {
  const filter = filterFor(text);
  const [name = 'text', value = text] = Object.entries(filter)[0] ?? [];
  const path = pathOf(filter);
  return { kind: 'Find', text: `${FILTER_LABELS[name] ?? 'orders'}: ${value}`, path };
}

/** Returns the path of the view that shows a filter's result. */
export function pathOf(filter: TextFilter): string {
  const { id } = filter;
  return id === undefined
    ? `/orders?${new URLSearchParams(Object.entries(filter)).toString()}`
    : `/orders/${id}`;
}
