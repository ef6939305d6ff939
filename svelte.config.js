import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import adapter from '@sveltejs/adapter-node';

/** In one order on every machine, because a page's sheets are bundled apart from its markup. */
const COMPONENTS = globSync('src/{lib,routes}/**/*.svelte', {
  cwd: fileURLToPath(new URL('.', import.meta.url)),
}).sort();

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** @type {import('@sveltejs/kit').Config} */
export default {
  compilerOptions: {
    // One letter, for they stand in the page some 150 times: the component's place in the list of all.
    cssHash: ({ hash, filename }) => {
      const place = COMPONENTS.findIndex((file) => filename.endsWith(file));
      return LETTERS[place] ?? `s-${hash(filename)}`;
    },
  },
  kit: {
    adapter: adapter({ out: 'build' }),
    // As in package.json, for svelte-check: it follows an import's name to a component by `paths` alone.
    alias: { '#console/*': 'src/console/lib/*' },
    // For development: a built page has its own sheets, and Kit has none.
    inlineStyleThreshold: Infinity,
    csrf: {
      // Kit's own check would refuse what we must take: an issuer sends shoppers back by a
      // cross-site POST, and under `Referrer-Policy: no-referrer` browsers say `Origin: null`
      // even on our own form. lib/server/security/same-origin.ts checks every request that is not a read.
      trustedOrigins: ['*'],
    },
  },
};
