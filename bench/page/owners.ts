/**
 * Who uses the processor for a page: a CPU profile of the running service, taken by Node's inspector. Each function's
 * share counts for the owner of its file. Node's own code, and native code, counts for the function that called it.
 * The shares are of the process's processor time, since a profile's clock runs on while others have the processor.
 */
import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { findPostgres } from '../../scripts/test/runner/find-postgres.ts';
import { createScratchDatabase } from '../../tests/support/database/postgres.ts';
import { freePort } from '../../tests/support/process/free-port.ts';
import { measureProcessors } from '../support/processor-time.ts';
import { getPage, makeOrder, payByPage, repeat } from '../support/page-payments.ts';
import { startTollgate } from '../support/servers.ts';

const WARM_UP_PAGES = 1_500;
const PAGES = 3_000;
const SAMPLE_INTERVAL_US = 250;

const REST = 'Node and the kernel';
const IDLE = '(idle)';

/** The owners of sources: the first pattern that matches decides. */
const OWNERS: readonly (readonly [RegExp, owner: string])[] = [
  [/^node:.*zlib|lib\/server\/gzip\.ts$/, 'compression'],
  [/node_modules\/(svelte|clsx)\/|\.svelte$/, 'Svelte and the components'],
  [/node_modules\/(pg|kysely)|^src\/(service|domain|contract)\//, 'reading the order'],
  [/^src\/server/, 'HTTP server'],
  [/^src\/(lib|routes|hooks)/, "the page's own code"],
  [/node_modules\/(@sveltejs|devalue|cookie|set-cookie-parser)|build\/server\//, 'Kit and adapter'],
];

/** Processor time of one page by owner, in microseconds. */
type Owners = ReadonlyMap<string, number>;

/** Profiles the form and the page of a paid order; undefined without a PostgreSQL. */
export async function profileOwners(): Promise<Readonly<Record<string, Owners>> | undefined> {
  const postgres = await findPostgres();
  if (postgres === undefined) return undefined;
  const scratch = await createScratchDatabase(postgres.url);
  const inspectorPort = await freePort();
  const tollgate = await startTollgate(scratch.url, undefined, {
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
  });
  const inspector = await connect(inspectorPort);
  const profile = async (url: string): Promise<Owners> => {
    await repeat(WARM_UP_PAGES, () => getPage(url));
    await inspector.send('Profiler.enable');
    await inspector.send('Profiler.setSamplingInterval', { interval: SAMPLE_INTERVAL_US });
    await inspector.send('Profiler.start');
    const { used } = await measureProcessors(tollgate.pid, [], () =>
      repeat(PAGES, () => getPage(url)),
    );
    const stopped = await inspector.send('Profiler.stop');
    const { profile: recorded } = stopped as Profiler.StopReturnType;
    return shareOut((used?.serverUs ?? NaN) / PAGES, recorded);
  };
  try {
    const form = await makeOrder(tollgate);
    const result = await payByPage(await makeOrder(tollgate));
    return { form: await profile(form), result: await profile(result) };
  } finally {
    // Node does not end before its debugger has left.
    inspector.close();
    await tollgate.stop();
    await scratch.drop();
    await postgres.stop();
  }
}

/** Divides a page's processor time among the owners of the profiled functions. */
function shareOut(pageUs: number, { nodes, samples = [], timeDeltas = [] }: Profiler.Profile) {
  const owners = new Map<number, string>();
  // A node stands before its children.
  for (const { id, callFrame, children = [] } of nodes) {
    const owner = ownerOf(callFrame) ?? owners.get(id) ?? REST;
    for (const node of [id, ...children]) owners.set(node, owner);
  }
  const sampled = new Map<string, number>();
  for (const [place, id] of samples.entries()) {
    const owner = owners.get(id) ?? REST;
    sampled.set(owner, (sampled.get(owner) ?? 0) + (timeDeltas[place] ?? 0));
  }
  sampled.delete(IDLE);
  const all = [...sampled.values()].reduce((sum, us) => sum + us, 0);
  return new Map([...sampled].map(([owner, us]) => [owner, (pageUs * us) / all]));
}

function ownerOf({ functionName, url, lineNumber }: Profiler.Profile['nodes'][0]['callFrame']) {
  if (functionName === IDLE) return IDLE;
  if (functionName === '(garbage collector)') return 'garbage collection';
  const source = url.startsWith('file:') ? sourceOf(fileURLToPath(url), lineNumber) : url;
  return OWNERS.find(([pattern]) => pattern.test(source))?.[1];
}

const lines = new Map<string, string[]>();
/** The bundler's comment before each module. */
const MODULE = /^\/\/ ((?:src|node_modules)\/\S+)$/;

/** Returns the source of a line in a built file, from the project's folder. */
function sourceOf(file: string, lineNumber: number): string {
  if (!lines.has(file)) lines.set(file, readFileSync(file, 'utf8').split('\n'));
  const before = lines.get(file)?.slice(0, lineNumber) ?? [];
  return before.findLast((line) => MODULE.test(line))?.slice(3) ?? file;
}

interface Inspector {
  send(method: string, params?: object): Promise<unknown>;
  close(): void;
}

const targets = z.tuple([z.object({ webSocketDebuggerUrl: z.url() })]);
const answer = z.object({ id: z.int(), result: z.unknown() });

async function connect(port: number): Promise<Inspector> {
  const listed = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [{ webSocketDebuggerUrl }] = targets.parse(await listed.json());
  const socket = new WebSocket(webSocketDebuggerUrl);
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answered = answer.safeParse(JSON.parse(String(data)));
    if (answered.success) waiting.get(answered.data.id)?.(answered.data.result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  return {
    send: (method, params = {}) =>
      new Promise((resolve) => {
        const id = waiting.size;
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => {
      socket.close();
    },
  };
}
