import type { RequestListener } from 'node:http';
import type { Config, PageKey } from '#service/service.ts';

/** The page is configured by the environment alone, in this process as in one of its own. */
export function configurePage(config: Config, pageKey: PageKey | undefined): void {
  process.env['ORIGIN'] = new URL(config.publicUrl).origin;
  process.env['PUBLIC_URL'] = config.publicUrl;
  if (config.mode === 'page' || pageKey === undefined) return;
  process.env['ORDERS_API_URL'] = `http://${localHost(config.host)}:${config.port}`;
  process.env['ORDERS_API_KEY_ID'] = pageKey.keyId;
  process.env['ORDERS_API_SECRET'] = pageKey.secret;
  // How another deployment would sign is nothing to this one.
  delete process.env['ORDERS_API_SIGNATURE'];
  process.env['SANDBOX'] = String(config.sandbox);
  process.env['DATA_DIR'] = config.dataDirectory;
}

/** Where this process reaches itself. */
function localHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** The built page, or Vite's own server of it with `--dev`. */
export async function loadPage(): Promise<RequestListener> {
  if (!process.argv.includes('--dev')) {
    const built = new URL('../../build/handler.js', import.meta.url).href;
    const module: unknown = await import(built);
    if (isBuiltPage(module)) return module.handler;
    throw new Error('The built page exports no handler');
  }
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({ server: { middlewareMode: true } });
  return (request, response) => {
    vite.middlewares(request, response);
  };
}

function isBuiltPage(module: unknown): module is { handler: RequestListener } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'handler' in module &&
    typeof module.handler === 'function'
  );
}
