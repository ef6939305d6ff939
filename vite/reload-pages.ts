import type { Plugin } from 'vite';

/** Pages are rendered on the server alone, so that no module of theirs can be replaced in a browser: they reload. */
export function reloadPages(): Plugin {
  return {
    name: 'tollgate-reload-pages',
    apply: 'serve',
    handleHotUpdate({ server }) {
      server.ws.send({ type: 'full-reload' });
    },
  };
}
