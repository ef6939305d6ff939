import adapter from '@sveltejs/adapter-node';

/** @type {import('@sveltejs/kit').Config} */
export default {
  compilerOptions: {
    // Short, for they stand in the page some 150 times; four of 36 characters tell all components apart.
    cssHash: ({ hash, filename }) => `s-${hash(filename).slice(0, 4)}`,
  },
  kit: {
    adapter: adapter({ out: 'build' }),
    // As in package.json, for svelte-check: it follows an import's name to a component by `paths` alone.
    alias: { '#console/*': 'src/console/lib/*' },
    // Every page carries its own styles: one request, and it can be used.
    inlineStyleThreshold: Infinity,
    csrf: {
      // Kit's own check would refuse what we must take: an issuer sends shoppers back by a
      // cross-site POST, and under `Referrer-Policy: no-referrer` browsers say `Origin: null`
      // even on our own form. lib/server/security/same-origin.ts checks every request that is not a read.
      trustedOrigins: ['*'],
    },
  },
};
