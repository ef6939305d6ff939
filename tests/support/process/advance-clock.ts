import type { OrdersClient } from '#contract/client/client.ts';
import { valueIn } from '#contract/client/result.ts';

/** Moves a merchant's clock to a time in Unix seconds, in as many requests as it takes. */
export async function advanceTo(client: OrdersClient, to: number): Promise<void> {
  let date = 0;
  while (date < to) {
    const moved = await client.advanceClock(to);
    if (!moved.ok) throw new Error(`The clock was not moved: ${moved.cause}`);
    ({ date } = moved.value);
  }
}

/** Moves it on from what it shows now. */
export async function advanceBy(client: OrdersClient, seconds: number): Promise<void> {
  const { date } = valueIn(await client.getClock());
  await advanceTo(client, date + seconds);
}
