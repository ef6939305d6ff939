import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import {
  ConfigError,
  createService,
  DirectoryInUse,
  readConfig,
  type Config,
  type Service,
} from '#service/service.ts';

/** How long running requests may take to finish once the program is told to stop. */
const STOP_TIMEOUT_MS = 15_000;
/** A client that dribbles its request holds a socket no longer than this. */
const REQUEST_TIMEOUT_MS = 30_000;

const ENGINE_PROMISES = {
  pglite:
    'PGlite, embedded: survives a crash of this process, not a power cut; one process at a time',
  postgres: 'PostgreSQL: survives whatever its server survives',
} as const;

try {
  await start(readConfig(process.env));
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DirectoryInUse)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** One process, one port: the service answers `/api`, the page everything else. */
async function start(config: Config): Promise<void> {
  const service = config.mode === 'service' ? await createService(config) : undefined;
  configurePage(config, service);
  const page = await loadPage();
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, dispatch(service, page));
  await listen(server, config);
  stopOnSignal(server, service);
  announce(config, service);
}

function dispatch(service: Service | undefined, page: RequestListener): RequestListener {
  if (service === undefined) return page;
  const api = getRequestListener(service.fetch, { overrideGlobalObjects: false });
  return (request, response) => {
    const isApi = request.url === '/api' || request.url?.startsWith('/api/') === true;
    if (isApi) void api(request, response);
    else page(request, response);
  };
}

/** The page is configured by the environment alone, in this process as in one of its own. */
function configurePage(config: Config, service: Service | undefined): void {
  process.env['ORIGIN'] = new URL(config.publicUrl).origin;
  process.env['PUBLIC_URL'] = config.publicUrl;
  if (config.mode === 'page' || service === undefined) return;
  process.env['ORDERS_API_URL'] = `http://${localHost(config.host)}:${String(config.port)}`;
  process.env['ORDERS_API_KEY_ID'] = service.pageKey.keyId;
  process.env['ORDERS_API_SECRET'] = service.pageKey.secret;
  process.env['SANDBOX'] = String(config.sandbox);
  process.env['DATA_DIR'] = config.dataDirectory;
}

/** Where this process reaches itself. */
function localHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function loadPage(): Promise<RequestListener> {
  if (!process.argv.includes('--dev')) {
    const built = new URL('../build/handler.js', import.meta.url).href;
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

async function listen(server: Server, { port, host }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function stopOnSignal(server: Server, service: Service | undefined): void {
  const stop = () => {
    const deadline = setTimeout(() => {
      console.error('Requests did not finish in time; stopping without them.');
      process.exit(1);
    }, STOP_TIMEOUT_MS);
    server.close(() => {
      void (service?.close() ?? Promise.resolve()).then(() => {
        clearTimeout(deadline);
        process.exit(0);
      });
    });
    server.closeIdleConnections();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function announce(config: Config, service: Service | undefined): void {
  const lines =
    config.mode === 'page'
      ? [
          `Payment page    ${config.publicUrl}/pay/{order id}`,
          `Orders service  ${config.ordersApiUrl} (another deployment)`,
        ]
      : [
          `Payment page    ${config.pageUrl}/pay/{order id}`,
          `Orders service  ${config.publicUrl}/api/v1`,
          ...(service === undefined ? [] : [`Database        ${ENGINE_PROMISES[service.engine]}`]),
          ...(service?.sandboxFile === undefined
            ? []
            : [
                `Sandbox         on: no money moves. Keys in ${service.sandboxFile}`,
                `Demo shop       ${config.publicUrl}/shop`,
              ]),
        ];
  console.info(['Tollgate is ready.', ...lines.map((line) => `  ${line}`)].join('\n'));
}
