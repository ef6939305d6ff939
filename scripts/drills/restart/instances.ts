/** Two instances of the program on one PostgreSQL, to be restarted in turn under load. */
import type { SandboxFile } from '#service/sandbox/keys-file.ts';
import { sandboxIn, sandboxClient } from '../../../tests/support/process/sandbox.ts';
import { freePort } from '../../../tests/support/process/free-port.ts';
import { payinBody } from '../../../tests/support/orders/orders.ts';
import { startedServer, type ServerProcess } from '../../../tests/support/process/program.ts';

const INSTANCES = 2;

export interface Instances {
  baseUrls: readonly string[];
  sandbox: SandboxFile;
  /** An order that waits for its payer. */
  orderId: string;
  /** Stops an instance, waits until it has exited, and starts it again on the same port. @returns its exit code */
  restart(index: number): Promise<number | null>;
  stop(): Promise<void>;
}

export async function startInstances(env: Record<string, string>): Promise<Instances> {
  const dataDirectory = env['DATA_DIR'] ?? '';
  const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort));
  const start = (port: number) => startedServer({ LOG_LEVEL: 'warn', ...env, PORT: String(port) });
  const servers: ServerProcess[] = [];
  for (const port of ports) servers.push(await start(port));
  const sandbox = await sandboxIn(dataDirectory);
  const baseUrls = ports.map((port) => `http://127.0.0.1:${port}`);
  return {
    baseUrls,
    sandbox,
    orderId: await createOrder(baseUrls[0] ?? '', sandbox),
    async restart(index) {
      const [server, port] = [servers[index], ports[index]];
      if (server === undefined || port === undefined) throw new Error(`No instance ${index}`);
      const code = await server.stop('SIGTERM');
      servers[index] = await start(port);
      return code;
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop('SIGTERM')));
    },
  };
}

async function createOrder(baseUrl: string, sandbox: SandboxFile): Promise<string> {
  const client = sandboxClient(baseUrl, sandbox, { repeats: 10 });
  const created = await client.createPayin(payinBody({ sandbox }));
  if (!created.ok) throw new Error(`No order was made: ${created.cause}`);
  return created.value.id;
}
