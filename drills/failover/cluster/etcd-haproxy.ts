/**
 * The programs beside the database servers: etcd, where Patroni keeps the leader, and HAProxy, which routes to it.
 */
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { unprivileged } from '../../../tests/support/database/postgres-programs.ts';
import { freePort } from '../../../tests/support/process/free-port.ts';
import { lastLines, startDaemon, type Daemon } from './daemon.ts';
import type { Node } from './node.ts';
import { answerOf, until } from './poll.ts';

const REFERENCE = join(import.meta.dirname, '../../../ops/haproxy.cfg');
const START_TIMEOUT_MS = 30_000;

interface Listening {
  port: number;
  daemon: Daemon;
}

/** Starts one etcd instead of the three that production needs: the drill does not kill it. */
export async function startEtcd(folder: string): Promise<Listening> {
  const port = await freePort();
  const data = join(folder, 'etcd');
  mkdirSync(data, { mode: 0o700 });
  chownToUnprivileged(data);
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`];
  const options = {
    name: 'etcd',
    'enable-v2': 'true',
    'data-dir': data,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `etcd=${peer}`,
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const log = join(folder, 'etcd.log');
  const daemon = startDaemon({ command: 'etcd', args, folder: data, log });
  // Patroni would exit on the answer that etcd gives before it knows its cluster's version.
  const isDecided = async () => {
    const { etcdcluster } = versions.parse(await answerOf(`${client}/version`));
    return /^\d/.test(etcdcluster);
  };
  await until(isDecided, START_TIMEOUT_MS, () => `etcd does not start:\n${lastLines(log)}`);
  return { port, daemon };
}

const versions = z.object({ etcdcluster: z.string() }).catch({ etcdcluster: '' });

/** Starts HAProxy in front of these nodes, with the configuration from ops/. */
export async function startHaproxy(folder: string, nodes: readonly Node[]): Promise<Listening> {
  const port = await freePort();
  const written = readFileSync(REFERENCE, 'utf8');
  const configuration = nodes.reduce(
    (text, { name, ports }) =>
      text.replace(
        new RegExp(`server ${name} .*`),
        `server ${name} 127.0.0.1:${ports.database} port ${ports.patroni}`,
      ),
    written.replace('127.0.0.1:5000\n', `127.0.0.1:${port}\n`),
  );
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration);
  const log = join(folder, 'haproxy.log');
  const daemon = startDaemon({ command: 'haproxy', args: ['-db', '-f', file], folder, log });
  return { port, daemon };
}

export function chownToUnprivileged(folder: string): void {
  const identity = unprivileged();
  if (identity) chownSync(folder, identity.uid, identity.gid);
}
