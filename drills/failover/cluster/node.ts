import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { findBinaries } from '../../../tests/support/database/postgres-programs.ts';
import { startTcpProxy, type TcpProxy } from '../../../tests/support/network/tcp-proxy.ts';
import { freePort } from '../../../tests/support/process/free-port.ts';
import { signal, stall, withChildren } from '../../signal.ts';
import { atExit } from './at-exit.ts';
import { lastLines, startDaemon, type Daemon } from './daemon.ts';
import { makeDisk, type Disk } from './disk.ts';

const REFERENCE = join(import.meta.dirname, '../../../ops/patroni.yml');

/** Settings for a small disk. */
const SMALL = { wal_keep_size: '64MB', max_wal_size: '128MB', min_wal_size: '64MB' };

/** A database server and its Patroni, which faults can be done to. Other nodes reach both through proxies. */
export interface Node {
  name: string;
  /** The proxies' ports, through which others reach its database and its Patroni. */
  ports: { database: number; patroni: number };
  /** Its Patroni without a proxy, reachable even while the node is partitioned. */
  patroniUrl: string;
  disk: Disk;
  /** Kills Patroni and the server at the same time. */
  kill(): Promise<void>;
  start(): void;
  /** Stops Patroni and all processes of the server. @returns a function that resumes them */
  pause(): () => void;
  /** Silently drops all traffic to the node, and from it to etcd. @returns a function that restores it */
  partition(): Promise<() => Promise<void>>;
  /** Returns the last lines that its Patroni printed. */
  lastLines(): string;
  close(): Promise<void>;
}

const reference = z.looseObject({
  bootstrap: z.looseObject({}),
  postgresql: z.looseObject({}),
});

export async function startNode(name: string, folder: string, etcdPort: number): Promise<Node> {
  const own = { database: await freePort(), patroni: await freePort() };
  const proxies = {
    database: await startTcpProxy({ host: '127.0.0.1', port: own.database }),
    patroni: await startTcpProxy({ host: '127.0.0.1', port: own.patroni }),
    etcd: await startTcpProxy({ host: '127.0.0.1', port: etcdPort }),
  };
  const disk = makeDisk(join(folder, name));
  const dataDirectory = join(disk.folder, 'data');
  const files = { configuration: join(folder, `${name}.yml`), log: join(folder, `${name}.log`) };
  writeFileSync(files.configuration, configurationOf({ name, own, proxies, dataDirectory }));
  const startPatroni = () =>
    startDaemon({
      command: 'patroni',
      args: [files.configuration],
      folder: disk.folder,
      log: files.log,
    });
  const killServer = () => {
    signal(postmasterOf(dataDirectory), 'SIGKILL');
  };
  // The database server outlives its Patroni.
  atExit(killServer);
  let patroni: Daemon = startPatroni();
  const kill = async () => {
    const dead = patroni.kill();
    killServer();
    await dead;
  };
  return {
    name,
    ports: { database: proxies.database.port, patroni: proxies.patroni.port },
    patroniUrl: `http://127.0.0.1:${own.patroni}`,
    disk,
    kill,
    start() {
      patroni = startPatroni();
    },
    pause: () => stall([patroni.pid, ...withChildren(postmasterOf(dataDirectory))]),
    partition: () => partition(Object.values(proxies)),
    lastLines: () => lastLines(files.log),
    async close() {
      await kill();
      for (const proxy of Object.values(proxies)) await proxy.close();
      disk.remove();
    },
  };
}

interface NodeConfiguration {
  name: string;
  own: { database: number; patroni: number };
  proxies: Record<'database' | 'patroni' | 'etcd', TcpProxy>;
  dataDirectory: string;
}

/** Returns the configuration from ops/, at addresses of this machine and without passwords. */
function configurationOf({ name, own, proxies, dataDirectory }: NodeConfiguration): string {
  const written = reference.parse(parse(readFileSync(REFERENCE, 'utf8')));
  const at = (port: number) => `127.0.0.1:${port}`;
  return stringify({
    ...written,
    name,
    restapi: { listen: at(own.patroni), connect_address: at(proxies.patroni.port) },
    // Keeps Patroni on the proxy: etcd's list of members has the direct address.
    etcd: { hosts: [at(proxies.etcd.port)], use_proxies: true },
    postgresql: {
      ...written.postgresql,
      listen: at(own.database),
      connect_address: at(proxies.database.port),
      bin_dir: findBinaries(),
      data_dir: dataDirectory,
      authentication: Object.fromEntries(
        ['superuser', 'replication', 'rewind'].map((use) => [use, { username: 'postgres' }]),
      ),
      pg_hba: ['host replication all 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 trust'],
      parameters: { unix_socket_directories: '', ...SMALL },
    },
  });
}

async function partition(proxies: readonly TcpProxy[]): Promise<() => Promise<void>> {
  const ends = proxies.map((proxy) => proxy.silence());
  await Promise.all(proxies.map((proxy) => proxy.hang()));
  return async () => {
    for (const end of ends) end();
    await Promise.all(proxies.map((proxy) => proxy.restore()));
  };
}

/** @returns the postmaster's process id; undefined if no server runs there */
function postmasterOf(dataDirectory: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDirectory) ? pid : undefined;
  } catch {
    return undefined;
  }
}
