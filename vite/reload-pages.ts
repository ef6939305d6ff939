import type { Plugin } from 'vite';

/**
 * Reloads pages when a module changes. They are rendered only on the server, so no module can be replaced in the
 * browser.
 */
export function reloadPages(): Plugin {
  return {
    name: 'tollgate-reload-pages',
    apply: 'serve',
    handleHotUpdate({ server }) {
      server.ws.send({ type: 'full-reload' });
    },
  };
}
