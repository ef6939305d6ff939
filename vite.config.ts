import { sveltekit } from '@sveltejs/kit/vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/**
 * The pages run without Kit's browser half (docs/decisions/021-page-without-router.md). What they
 * run instead are small entries of our own in src/lib/browser, imported as `…?worker&url`: of all
 * that Vite offers, that alone bundles an entry from within the server's build and hands back its
 * address. Kit copies immutable/assets to the client when there is no client build, so they go there.
 */
const browserEntries: Plugin = {
  name: 'tollgate-browser-entries',
  enforce: 'post',
  config: () => ({
    worker: {
      rolldownOptions: { output: { entryFileNames: '_app/immutable/assets/[name].[hash].js' } },
    },
  }),
};

export default defineConfig({
  plugins: [sveltekit(), browserEntries],
  worker: {
    format: 'es',
    // Styles are in the page already; the browser's half of a component needs none.
    plugins: () => [
      svelte({ configFile: false, emitCss: false, compilerOptions: { css: 'external' } }),
    ],
  },
});
