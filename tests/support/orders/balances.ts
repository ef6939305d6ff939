/** Balances as the sandbox merchant reads them. */
import type { Balance } from '#contract/schemas/balance.ts';
import type { OrdersClient } from '#contract/client/client.ts';

type GateBalance = Balance['gate_balances'][number];

export async function balances(client: OrdersClient): Promise<Balance[]> {
  const result = await client.getBalances();
  if (!result.ok) throw new Error(`No balances: ${result.problem?.title ?? result.cause}`);
  return result.value;
}

/** The one gate of the sandbox merchant that has money in this currency. */
export async function gateBalance(
  client: OrdersClient,
  currency: Balance['currency'],
): Promise<Omit<GateBalance, 'merchant_gate_id'>> {
  const balance = (await balances(client)).find((each) => each.currency === currency);
  if (balance?.gate_balances.length !== 1) throw new Error(`Not one gate has ${currency}`);
  const { merchant_gate_id: _id, ...amounts } = balance.gate_balances[0]!;
  return amounts;
}
