import { z } from 'zod';
import { onServer } from '../../../tests/support/database/postgres-connection.ts';
import type { Node } from './node.ts';
import { answerOf, until } from './poll.ts';

/** Rebuilding a standby takes longest: over 90 seconds has been seen. */
const COMPLETE_WITHIN_MS = 300_000;

const answers = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});
type Member = z.infer<typeof answers>['members'][number];

/** Returns the node in a role, as any node's Patroni reports it. @throws if there is none */
export async function nodeOf(
  nodes: readonly Node[],
  role: 'leader' | 'sync_standby',
): Promise<Node> {
  const members = await membersOf(nodes);
  const member = members.find((one) => one.role === role);
  const node = nodes.find(({ name }) => name === member?.name);
  if (node === undefined) throw new Error(`There is no ${role}: ${JSON.stringify(members)}`);
  return node;
}

/** Waits until one node is the primary, both others follow it, and one of them does so synchronously. */
export async function untilAllFollow(nodes: readonly Node[]): Promise<void> {
  const isComplete = async () => {
    const members = await membersOf(nodes);
    const roles = members.map(({ role }) => role).toSorted();
    if (roles.join() !== 'leader,replica,sync_standby') return false;
    const leader = members.find(({ role }) => role === 'leader');
    const primary = nodes.find(({ name }) => name === leader?.name);
    const followers = primary === undefined ? 0 : await followersOf(primary);
    return followers === nodes.length - 1 && (await areOfOneTimeline(nodes));
  };
  await until(isComplete, COMPLETE_WITHIN_MS, async () => {
    const members = JSON.stringify(await membersOf(nodes));
    const logs = nodes.map((node) => `${node.name}:\n${node.lastLines()}`).join('\n\n');
    return `The cluster did not become complete: ${members}\n${logs}`;
  });
}

/** Returns how many standbys stream from the node; 0 if the node does not answer. */
async function followersOf({ ports }: Node): Promise<number> {
  const url = `postgres://postgres@127.0.0.1:${ports.database}/postgres`;
  const text = "select from pg_stat_replication where state = 'streaming'";
  try {
    const { rowCount } = await onServer(url, (client) => client.query(text));
    return rowCount ?? 0;
  } catch {
    return 0;
  }
}

const ownAnswers = z.object({ timeline: z.number() });

/**
 * Returns whether all nodes are on one timeline. A former primary streams on its old one for a moment, before the
 * changes that it alone has are rewound.
 */
async function areOfOneTimeline(nodes: readonly Node[]): Promise<boolean> {
  const answers = await Promise.all(
    nodes.map(({ patroniUrl }) => answerOf(`${patroniUrl}/patroni`)),
  );
  const timelines = answers.map((answer) => ownAnswers.safeParse(answer).data?.timeline);
  return timelines[0] !== undefined && new Set(timelines).size === 1;
}

async function membersOf(nodes: readonly Node[]): Promise<Member[]> {
  for (const { patroniUrl } of nodes) {
    const { success, data } = answers.safeParse(await answerOf(`${patroniUrl}/cluster`));
    if (success) return data.members;
  }
  return [];
}
