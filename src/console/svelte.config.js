import adapter from '@sveltejs/adapter-static';

const OUT = '../../build/console';

/**
 * The operators' console is an application of its own beside the payment page's: nothing of it stands among
 * the files that the public listener serves.
 *
 * @type {import('@sveltejs/kit').Config}
 */
export default {
  compilerOptions: { runes: true },
  kit: {
    // It runs in the browser alone, as one of the operators' interface's clients.
    adapter: adapter({ pages: OUT, assets: OUT, fallback: 'index.html', precompress: true }),
    /* eslint-disable typescript/no-deprecated -- Kit advises a project of its own, for which this is too small */
    files: { appTemplate: 'app.html', assets: 'static', lib: 'lib', routes: 'routes' },
    /* eslint-enable typescript/no-deprecated */
    outDir: '../../.svelte-kit/console',
    paths: { base: '/console', relative: false },
  },
};
