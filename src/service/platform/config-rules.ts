import { crossesNetworkInClear } from '#domain/clear-network.ts';
import type { z } from 'zod';
import { addressesOf } from './cells/cell-addresses.ts';
import { MOST_CELLS_OF_ADDRESS } from './cells/cells.ts';
import type { PAGE_ALONE, SERVICE } from './config-variables.ts';

/** What one variable may not be because of others; the first that it is about is named. */
export interface Rule<Values> {
  about: readonly [keyof Values & string, ...(keyof Values & string)[]];
  message: string;
  /** Whether the variables, as far as each is valid by itself, break it. */
  broken(values: Valid<Values>): boolean;
}

export type Valid<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

const MUST_BE_HTTPS =
  'must be https: outside the sandbox cards are typed there (plain http is for localhost)';

const HIDES_SHOPPERS =
  'is not set: https means that a proxy stands in front, and all shoppers behind it count as one address';

/** Outside the sandbox real money moves: with settings that would lose it the program does not start. */
export const SERVICE_RULES: readonly Rule<z.output<typeof SERVICE>>[] = [
  {
    about: ['MASTER_KEY', 'SANDBOX'],
    message: 'is missing: only the sandbox makes one of its own',
    broken: ({ SANDBOX, MASTER_KEY }) => SANDBOX === false && MASTER_KEY === undefined,
  },
  {
    about: ['MASTER_KEY', 'SANDBOX'],
    message: 'is one byte repeated, which anybody can guess (openssl rand -base64 32)',
    broken: ({ SANDBOX, MASTER_KEY }) =>
      SANDBOX === false && MASTER_KEY !== undefined && new Set(MASTER_KEY).size === 1,
  },
  {
    about: ['MASTER_KEY', 'MASTER_KEY_PREVIOUS'],
    message: 'is missing: MASTER_KEY_PREVIOUS only opens what was sealed before',
    broken: ({ MASTER_KEY, MASTER_KEY_PREVIOUS, SANDBOX }) =>
      // Outside the sandbox it is demanded anyway.
      SANDBOX === true && MASTER_KEY === undefined && MASTER_KEY_PREVIOUS !== undefined,
  },
  {
    about: ['MASTER_KEY_PREVIOUS', 'MASTER_KEY'],
    message: 'is MASTER_KEY once more: give the key from before the change, or none',
    broken: ({ MASTER_KEY, MASTER_KEY_PREVIOUS }) =>
      MASTER_KEY !== undefined && MASTER_KEY_PREVIOUS?.equals(MASTER_KEY) === true,
  },
  {
    about: ['DATABASE_URL', 'SANDBOX'],
    message: 'is missing: outside the sandbox it takes PostgreSQL, PGlite outlives no power cut',
    broken: ({ SANDBOX, DATABASE_URL }) => SANDBOX === false && DATABASE_URL === undefined,
  },
  {
    about: ['WORKERS', 'DATABASE_URL'],
    message: 'needs DATABASE_URL: PGlite allows one process per directory',
    broken: ({ WORKERS = 1, DATABASE_URL }) => WORKERS > 1 && DATABASE_URL === undefined,
  },
  {
    about: ['CELLS', 'DATABASE_URL'],
    message: 'needs DATABASE_URL: PGlite has one cell',
    broken: ({ CELLS = 1, DATABASE_URL }) => CELLS > 1 && DATABASE_URL === undefined,
  },
  {
    about: ['CELLS', 'DATABASE_PREPARED_STATEMENTS'],
    message:
      'needs sessions of its own: DATABASE_PREPARED_STATEMENTS=false says that a pooler gives none',
    broken: ({ CELLS = 1, DATABASE_PREPARED_STATEMENTS }) =>
      CELLS > 1 && DATABASE_PREPARED_STATEMENTS === false,
  },
  {
    about: ['CELL_ADDRESSES', 'CELLS'],
    message: 'names a cell that there is not: CELLS says how many, and the first is 0',
    broken: ({ CELL_ADDRESSES = [], CELLS = 1 }) =>
      CELL_ADDRESSES.some(({ last }) => last >= CELLS),
  },
  {
    about: ['CELLS', 'CELL_ADDRESSES'],
    message: `puts more than ${MOST_CELLS_OF_ADDRESS} cells at one address: CELL_ADDRESSES gives others to the rest`,
    broken: ({ CELLS = 1, CELL_ADDRESSES = [], DATABASE_URL = '' }) => {
      const addresses = [DATABASE_URL, ...addressesOf(CELLS, CELL_ADDRESSES, DATABASE_URL)];
      const cellsAt = Map.groupBy(addresses, (address) => address).values();
      return [...cellsAt].some((cells) => cells.length > MOST_CELLS_OF_ADDRESS);
    },
  },
  {
    about: ['OPERATOR_PORT', 'PORT'],
    message: 'is PORT: operators are listened to on a port of their own',
    broken: ({ OPERATOR_PORT, PORT }) => OPERATOR_PORT !== undefined && OPERATOR_PORT === PORT,
  },
  {
    about: ['PUBLIC_URL', 'SANDBOX'],
    message: MUST_BE_HTTPS,
    broken: ({ SANDBOX, PUBLIC_URL }) => SANDBOX === false && isInClear(PUBLIC_URL),
  },
  {
    about: ['PAGE_URL', 'SANDBOX'],
    message: MUST_BE_HTTPS,
    broken: ({ SANDBOX, PAGE_URL }) => SANDBOX === false && isInClear(PAGE_URL),
  },
];

export const PAGE_ALONE_RULES: readonly Rule<z.output<typeof PAGE_ALONE>>[] = [
  {
    about: ['ORDERS_API_URL'],
    message: 'must be https: it is another machine, and card data would cross the network in clear',
    broken: ({ ORDERS_API_URL }) => isInClear(ORDERS_API_URL),
  },
  {
    about: ['PUBLIC_URL', 'SANDBOX'],
    message: MUST_BE_HTTPS,
    broken: ({ SANDBOX, PUBLIC_URL }) => SANDBOX === false && isInClear(PUBLIC_URL),
  },
];

/** What is allowed, and seldom meant. */
export const SERVICE_WARNINGS: readonly Rule<z.output<typeof SERVICE>>[] = [
  {
    about: ['PUBLIC_URL', 'SANDBOX'],
    message: 'is not set: outside the sandbox, too, pay_url leads to localhost',
    broken: ({ SANDBOX, PUBLIC_URL }) => SANDBOX === false && PUBLIC_URL === undefined,
  },
  {
    about: ['TRUSTED_PROXIES', 'PUBLIC_URL', 'SANDBOX'],
    message: HIDES_SHOPPERS,
    broken: hidesShoppers,
  },
];

export const PAGE_ALONE_WARNINGS: readonly Rule<z.output<typeof PAGE_ALONE>>[] = [
  {
    about: ['TRUSTED_PROXIES', 'PUBLIC_URL', 'SANDBOX'],
    message: HIDES_SHOPPERS,
    broken: hidesShoppers,
  },
];

/** This program speaks http alone: where its origin is https, every connection is a proxy's. */
function hidesShoppers({
  SANDBOX,
  PUBLIC_URL,
  TRUSTED_PROXIES = [],
}: Valid<
  Pick<z.output<typeof PAGE_ALONE>, 'SANDBOX' | 'PUBLIC_URL' | 'TRUSTED_PROXIES'>
>): boolean {
  const isHttps = PUBLIC_URL?.startsWith('https:') === true;
  return SANDBOX === false && isHttps && TRUSTED_PROXIES.length === 0;
}

function isInClear(url: string | undefined): boolean {
  return url !== undefined && crossesNetworkInClear(url);
}
