import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onServer } from '../../../tests/support/database/postgres-connection.ts';
import { atExit } from './at-exit.ts';
import { chownToUnprivileged, startEtcd, startHaproxy } from './etcd-haproxy.ts';
import { nodeOf, untilAllFollow } from './members.ts';
import { startNode, type Node } from './node.ts';

/** Retries when removing the folder, because a process killed just before may still write a file. */
const MOST_RETRIES = 5;
const NAMES = ['one', 'two', 'three'] as const;

/** Three servers, one of them the primary, and HAProxy in front. */
export interface Cluster {
  /** The primary, through HAProxy. */
  url: string;
  /** All three servers, in the form in which DATABASE_URL names several. */
  hostsUrl: string;
  nodes: readonly Node[];
  primary(): Promise<Node>;
  /** The synchronous standby, without which the primary acknowledges no commit. */
  synchronousStandby(): Promise<Node>;
  /** Waits until one node is the primary, both others follow it, and one of them does so synchronously. */
  untilComplete(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the cluster. When this process exits, the cluster ends and its files are removed. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-failover-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: MOST_RETRIES });
  };
  atExit(remove);
  chownToUnprivileged(folder);
  const etcd = await startEtcd(folder);
  const nodes: Node[] = [];
  for (const name of NAMES) nodes.push(await startNode(name, folder, etcd.port));
  const haproxy = await startHaproxy(folder, nodes);
  await untilAllFollow(nodes);
  await makeDatabase(await nodeOf(nodes, 'leader'));
  const hosts = nodes.map(({ ports }) => `127.0.0.1:${ports.database}`);
  return {
    url: addressOf(`127.0.0.1:${haproxy.port}`),
    hostsUrl: addressOf(hosts.join(',')),
    nodes,
    primary: () => nodeOf(nodes, 'leader'),
    synchronousStandby: () => nodeOf(nodes, 'sync_standby'),
    untilComplete: () => untilAllFollow(nodes),
    async close() {
      await haproxy.daemon.kill();
      for (const node of nodes) await node.close();
      await etcd.daemon.kill();
      remove();
    },
  };
}

function addressOf(hosts: string) {
  return `postgres://postgres@${hosts}/tollgate`;
}

async function makeDatabase({ ports }: Node): Promise<void> {
  const server = `postgres://postgres@127.0.0.1:${ports.database}/postgres`;
  await onServer(server, (client) => client.query('create database tollgate'));
}
