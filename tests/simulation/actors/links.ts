import { NumberText } from '#contract/json/number-text.ts';
import { createLinkRequest } from '#contract/schemas/link.ts';
import { formatMinor } from '#domain/money.ts';
import { closeLink } from '#service/links/close.ts';
import { createLink } from '#service/links/create.ts';
import { payLink } from '#service/links/pay.ts';
import { findPayin } from '#service/payins/find.ts';
import type { Random } from '../random.ts';
import { merchantIn, type World } from '../world.ts';

/** Makes a link, to pay once or often, which is visited at once at times. */
export async function createsLink(world: World, choice: Random): Promise<void> {
  const { place, process, links } = world;
  const amountMinor = BigInt(1_000 + choice.below(9_000));
  const caller = await merchantIn(world);
  const request = createLinkRequest.parse({
    merchant_gate_method_id: place.methods.card,
    amount: new NumberText(formatMinor(amountMinor)),
    reference_prefix: 'link',
    use: choice.isBelow(0.7) ? 'once' : 'many',
  });
  const made = await createLink(process.context, caller, request);
  if (!made.ok) return;
  links.set(made.value.id, amountMinor);
  if (choice.isBelow(0.7)) await visits(world, choice, [made.value.id, amountMinor]);
}

export async function paysByLink(world: World, choice: Random): Promise<void> {
  const link = choice.pick([...world.links]);
  if (link !== undefined) await visits(world, choice, link);
}

/** Visits a link, in one window or two. */
async function visits(
  world: World,
  choice: Random,
  [link, amountMinor]: readonly [string, bigint],
): Promise<void> {
  const windows = choice.isBelow(0.6) ? [1, 2] : [1];
  await Promise.all(windows.map(() => visit(world, link, amountMinor)));
}

async function visit(world: World, link: string, amountMinor: bigint): Promise<void> {
  const { process, acknowledged } = world;
  const { context } = process;
  const paid = await payLink(context, link, { amount: undefined, address: undefined });
  if (paid.outcome !== 'payin') return;
  const before = acknowledged.now();
  const found = await findPayin(context, await merchantIn(world), paid.payinId);
  if (!found.ok) return;
  if (found.value === undefined) {
    acknowledged.findings.push(`${paid.payinId} was made by a link and is not found`);
    return;
  }
  const sent = { kind: 'payin', method: 'card', amountMinor } as const;
  acknowledged.created(found.value.reference_id, sent, found.value, before);
}

export async function closesLink({ process, links }: World, choice: Random): Promise<void> {
  const [link] = choice.pick([...links]) ?? [];
  if (link !== undefined && choice.isBelow(0.3)) await closeLink(process.context, link, undefined);
}
