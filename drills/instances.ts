/** Two instances of the program on one PostgreSQL, to be restarted or killed under load. */
import type { SandboxFile } from '#service/sandbox/keys-file.ts';
import { sandboxIn } from '../tests/support/process/sandbox.ts';
import { freePort } from '../tests/support/process/free-port.ts';
import { startedServer, type ServerProcess } from '../tests/support/process/program.ts';

const INSTANCES = 2;

export interface Instances {
  baseUrls: readonly string[];
  /** The operators' address of the first instance. */
  operatorUrl: string;
  sandbox: SandboxFile;
  /** Ends an instance, waits until it has exited, and starts it again on the same port. @returns its exit code */
  restart(index: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** @param options whether the drill is about requests with a slow database */
export async function startInstances(
  env: Record<string, string>,
  options: { aboutDeadlines?: boolean } = {},
): Promise<Instances> {
  const dataDirectory = env['DATA_DIR'] ?? '';
  const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort));
  const start = (port: number) =>
    startedServer({ LOG_LEVEL: 'warn', ...env, PORT: String(port) }, options);
  const servers: ServerProcess[] = [];
  for (const port of ports) servers.push(await start(port));
  const sandbox = await sandboxIn(dataDirectory);
  return {
    baseUrls: ports.map((port) => `http://127.0.0.1:${port}`),
    operatorUrl: servers[0]?.operatorUrl ?? '',
    sandbox,
    async restart(index, signal) {
      const [server, port] = [servers[index], ports[index]];
      if (server === undefined || port === undefined) throw new Error(`No instance ${index}`);
      const code = await server.stop(signal);
      servers[index] = await start(port);
      return code;
    },
    async stop(signal) {
      await Promise.all(servers.map((server) => server.stop(signal)));
    },
  };
}
