import type { Plugin } from 'vite';

import { bundleScript } from './bundle-script.ts';

const ASKED = '?script';

/**
 * Bundles scripts: `import script from './pay.ts?script'` gives the entry's browser bundle as text. It is inlined in
 * the page, so that no script can be missing, late, or from another release.
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
