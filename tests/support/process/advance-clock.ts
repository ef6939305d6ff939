import type { OrdersClient } from '#contract/client/client.ts';
import { valueIn } from '#contract/client/result.ts';

/** Advances a merchant's test clock to a time in Unix seconds, in as many requests as it takes. */
export async function advanceTo(client: OrdersClient, to: number): Promise<void> {
  let date = 0;
  while (date < to) {
    const moved = await client.advanceClock(to);
    if (!moved.ok) throw new Error(`The clock was not moved: ${moved.cause}`);
    ({ date } = moved.value);
  }
}

/** Advances the test clock by a number of seconds. */
export async function advanceBy(client: OrdersClient, seconds: number): Promise<void> {
  const { date } = valueIn(await client.getClock());
  await advanceTo(client, date + seconds);
}
