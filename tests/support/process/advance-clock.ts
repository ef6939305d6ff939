import type { OrdersClient } from '#contract/client/client.ts';

/** Moves a merchant's clock to a time in Unix seconds, in as many requests as it takes. */
export async function advanceTo(client: OrdersClient, to: number): Promise<void> {
  let date = 0;
  while (date < to) {
    const moved = await client.advanceClock(to);
    if (!moved.ok) throw new Error(`The clock was not moved: ${moved.cause}`);
    ({ date } = moved.value);
  }
}
