/**
 * Citus: a test database is a database of the same name on each node of the cluster whose coordinator is CITUS_URL.
 * Nodes keep the list of nodes in tables, so copying a template on each node copies that list too.
 */
import { onServer } from './postgres-connection.ts';
import { suiteServer } from './suite.ts';

interface Node {
  host: string;
  port: number;
  isCoordinator: boolean;
}

/** Returns the servers that hold a database of `url`: a Citus cluster's nodes, coordinator first, else `url`. */
export async function nodesOf(url: string): Promise<string[]> {
  if (!isCitus(url)) return [url];
  return (await selectNodes()).map((node) => addressOn(node, url));
}

/**
 * Joins the databases of one name on all nodes to a Citus cluster. The coordinator holds cells too.
 *
 * @param url the database on the coordinator; a database on any other server is left alone
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
 * Runs `work` under an advisory lock. Adding a node writes the roles, which all databases of a server share, and two
 * concurrent writers fail with "tuple concurrently updated". Test files are separate processes, so the server
 * serializes them.
 */
async function oneAtATime(work: () => Promise<void>): Promise<void> {
  await onServer(citusUrl(), async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('join nodes'))");
    await work();
  });
}

/**
 * Ends all connections to a database, including those of Citus's background processes, and forbids new ones. A database
 * in use cannot be copied as a template. Nor can it be dropped: Citus on one node could wait for a node whose drop is
 * under way, which in turn waits for Citus.
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

/** Returns whether `url`, by default the suite's server, is on the coordinator of the cluster at CITUS_URL. */
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
