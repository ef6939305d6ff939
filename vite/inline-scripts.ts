import type { Plugin } from 'vite';

import { bundleScript } from './bundle-script.ts';

const ASKED = '?script';

/**
 * `import script from './pay.ts?script'` gives the entry, bundled for browsers, as text: it stands in
 * the page itself, so that none can be missing, late, or of another release.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'tollgate-inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(ASKED)) return undefined;
      const { code, files } = await bundleScript(id.slice(0, -ASKED.length));
      for (const file of files) this.addWatchFile(file);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}
