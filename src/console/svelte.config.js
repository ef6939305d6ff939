import adapter from '@sveltejs/adapter-static';

const OUT = '../../build/console';

/**
 * The operators' console. It is built separately from the payment page, so that the public listener serves none of
 * its files.
 *
 * @type {import('@sveltejs/kit').Config}
 */
export default {
  compilerOptions: { runes: true },
  kit: {
    // It runs only in the browser, as a client of the operators' interface.
    adapter: adapter({ pages: OUT, assets: OUT, fallback: 'index.html', precompress: true }),
    /* eslint-disable typescript/no-deprecated -- Kit advises a project of its own, for which this is too small */
    files: { appTemplate: 'app.html', assets: 'static', lib: 'lib', routes: 'routes' },
    /* eslint-enable typescript/no-deprecated */
    outDir: '../../.svelte-kit/console',
    paths: { base: '/console', relative: false },
  },
};
