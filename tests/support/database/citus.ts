/**
 * Citus: a database of tests is one on each node of the cluster whose coordinator CITUS_URL names, under the same
 * name. Nodes keep what they know of each other in tables, so that copies of a database on all of them know it too.
 */
import { onServer } from './postgres-connection.ts';
import { suiteServer } from './suite.ts';

interface Node {
  host: string;
  port: number;
  isCoordinator: boolean;
}

/** A server is all there is, but for a cluster's: what is at its coordinator is at each of these, that one first. */
export async function nodesOf(url: string): Promise<string[]> {
  if (!isCitus(url)) return [url];
  return (await selectNodes()).map((node) => addressOn(node, url));
}

/**
 * Makes a cluster of databases of one name, one on each node. The coordinator has cells too.
 *
 * @param url on the coordinator; another server's database is left as it is
 */
export async function joinNodes(url: string): Promise<void> {
  if (!isCitus(url)) return;
  const nodes = await selectNodes();
  for (const node of nodes) {
    await onServer(addressOn(node, url), (client) => client.query('CREATE EXTENSION citus'));
  }
  await oneAtATime(() =>
    onServer(url, async (client) => {
      for (const { host, port, isCoordinator } of nodes) {
        const add = isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node';
        await client.query(`SELECT ${add}($1, $2)`, [host, port]);
      }
      await client.query(
        `SELECT citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true)
         FROM pg_dist_node WHERE groupid = 0`,
      );
    }),
  );
}

/**
 * To add a node writes the roles, which all databases of a server share: two that do it at once meet "tuple concurrently
 * updated". Test files are processes of their own, so it is the server that has them wait.
 */
async function oneAtATime(work: () => Promise<void>): Promise<void> {
  await onServer(citusUrl(), async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('join nodes'))");
    await work();
  });
}

/**
 * Ends what Citus does by itself in a database, and keeps it from coming back: one that is in use is not copied. Nor dropped:
 * on one node Citus would wait for another where that is under way, and be waited for in vain.
 */
export async function closeToAll(url: string): Promise<void> {
  if (!isCitus(url)) return;
  const name = new URL(url).pathname.slice(1);
  for (const node of await selectNodes()) {
    await onServer(addressOn(node, citusUrl()), async (client) => {
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await client.query(
        'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1',
        [name],
      );
    });
  }
}

function citusUrl(): string {
  return process.env['CITUS_URL'] ?? '';
}

/** Whether it, or else the suite's server, is the coordinator of the cluster that the tests were given, or a database there. */
export function isCitus(url = suiteServer() ?? ''): boolean {
  const coordinator = citusUrl();
  return coordinator !== '' && url !== '' && new URL(coordinator).host === new URL(url).host;
}

function addressOn({ host, port }: Node, url: string): string {
  const address = new URL(url);
  address.host = `${host}:${port}`;
  return address.href;
}

async function selectNodes(): Promise<Node[]> {
  return onServer(citusUrl(), async (client) => {
    const { rows } = await client.query<Node>(
      `SELECT nodename AS host, nodeport AS port, groupid = 0 AS "isCoordinator"
       FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid`,
    );
    return rows;
  });
}
