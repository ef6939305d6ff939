import type { Server } from 'node:http';
import { StartError } from '#service/start.ts';

interface Address {
  host: string;
  port: number;
}

/** The environment variables that configure a listener's address. */
interface Variables {
  host: string;
  port: string;
}

export const PUBLIC_VARIABLES: Variables = { host: 'HOST', port: 'PORT' };
export const OPERATOR_VARIABLES: Variables = { host: 'OPERATOR_HOST', port: 'OPERATOR_PORT' };

/**
 * Listens at an address.
 *
 * @throws StartError if the address is not available
 */
export async function listen(
  server: Server,
  address: Address,
  variables: Variables,
): Promise<void> {
  try {
    await listening(server, address);
  } catch (error) {
    throw explained(error, address, variables);
  }
}

/** Listens like `listen`, but on any free port if another program uses this one. */
export async function listenNearby(
  server: Server,
  address: Address,
  variables: Variables,
): Promise<void> {
  try {
    await listening(server, address);
  } catch (error) {
    const elsewhere = codeOf(error) === 'EADDRINUSE' ? { ...address, port: 0 } : address;
    await listen(server, elsewhere, variables);
  }
}

function listening(server: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const REASONS: Readonly<Record<string, (variables: Variables) => string>> = {
  EADDRINUSE: ({ port }) => `is in use. Stop the program that uses it, or choose another ${port}.`,
  EACCES: ({ port }) => `is reserved for root. Choose a ${port} above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `is not an address of this machine. Choose another ${host}.`,
  ENOTFOUND: ({ host }) => `has no address. Choose another ${host}.`,
};

function explained(error: unknown, { host, port }: Address, variables: Variables): unknown {
  const reason = REASONS[codeOf(error)];
  return reason === undefined
    ? error
    : new StartError(`${host}:${port} ${reason(variables)}`, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
