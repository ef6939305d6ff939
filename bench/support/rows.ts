import { z } from 'zod';
import { openConnection } from './http-connection.ts';
import type { NextRequest } from './load.ts';
import { createPayinRequests, getPayinRequests } from './requests.ts';
import type { startTollgate } from './servers.ts';

type Tollgate = Awaited<ReturnType<typeof startTollgate>>;

export interface Row {
  name: string;
  /** Makes what the requests need, at the least one order: the floor takes it as its pattern. */
  prepare(tollgate: Tollgate): Promise<NextRequest>;
}

const ORDERS_TO_READ = 1_000;

export const ROWS: readonly Row[] = [
  {
    name: 'create-payin',
    async prepare(tollgate) {
      await createPayins(tollgate, 1);
      return createPayinRequests(tollgate.sandbox);
    },
  },
  {
    name: 'get-payin',
    async prepare(tollgate) {
      return getPayinRequests(tollgate.sandbox, await createPayins(tollgate, ORDERS_TO_READ));
    },
  },
];

const created = z.object({ id: z.uuid() });

/** @returns their ids */
async function createPayins({ port, sandbox }: Tollgate, count: number): Promise<string[]> {
  const connection = await openConnection(port);
  const next = createPayinRequests(sandbox);
  const ids: string[] = [];
  while (ids.length < count) {
    const { body } = await connection.exchange(next());
    ids.push(created.parse(JSON.parse(body)).id);
  }
  connection.close();
  return ids;
}
