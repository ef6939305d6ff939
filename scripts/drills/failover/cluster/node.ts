import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { findBinaries } from '../../../../tests/support/database/postgres-programs.ts';
import { startTcpProxy, type TcpProxy } from '../../../../tests/support/network/tcp-proxy.ts';
import { freePort } from '../../../../tests/support/process/free-port.ts';
import { signal, stall, withChildren } from '../../signal.ts';
import { atExit } from './at-exit.ts';
import { lastLines, startDaemon, type Daemon } from './daemon.ts';
import { makeDisk, type Disk } from './disk.ts';

const REFERENCE = join(import.meta.dirname, '../../../../ops/patroni.yml');

/** What suits a disk that is small. */
const SMALL = { wal_keep_size: '64MB', max_wal_size: '128MB', min_wal_size: '64MB' };

/** A server under its Patroni, to which anything may be done. All others reach it by its network. */
export interface Node {
  name: string;
  /** Where others find its database, and its Patroni. */
  ports: { database: number; patroni: number };
  /** Its Patroni, whatever became of its network. */
  patroniUrl: string;
  disk: Disk;
  /** Patroni and the server die at once. */
  kill(): Promise<void>;
  start(): void;
  /** Patroni and all processes of the server stand still. @returns what lets them go on */
  pause(): () => void;
  /** Nothing reaches it any more, nor does it reach etcd; nobody gets an error. @returns what ends that */
  cutOff(): Promise<() => Promise<void>>;
  /** What its Patroni printed last. */
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
  // Patroni's server outlives it.
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
    cutOff: () => cutOff(Object.values(proxies)),
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

/** The configuration that the documents give, at addresses of this machine and without passwords. */
function configurationOf({ name, own, proxies, dataDirectory }: NodeConfiguration): string {
  const written = reference.parse(parse(readFileSync(REFERENCE, 'utf8')));
  const at = (port: number) => `127.0.0.1:${port}`;
  return stringify({
    ...written,
    name,
    restapi: { listen: at(own.patroni), connect_address: at(proxies.patroni.port) },
    // Its one way to etcd; asked for its members, etcd would name another.
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

async function cutOff(proxies: readonly TcpProxy[]): Promise<() => Promise<void>> {
  const ends = proxies.map((proxy) => proxy.silence());
  await Promise.all(proxies.map((proxy) => proxy.hang()));
  return async () => {
    for (const end of ends) end();
    await Promise.all(proxies.map((proxy) => proxy.restore()));
  };
}

/** @returns undefined where no server runs there */
function postmasterOf(dataDirectory: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDirectory) ? pid : undefined;
  } catch {
    return undefined;
  }
}
