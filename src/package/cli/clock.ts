import { valueIn } from '#contract/client/result.ts';
import type { Clock } from '#contract/schemas/developer.ts';
import type { OrdersClient } from '#contract/client/client.ts';
import { createMerchant } from '../sandbox/shop.ts';
import { WrongUse, type Command } from './command.ts';
import { readOptions } from './read-options.ts';
import { readSettings } from './settings.ts';

export const CLOCK: Command = {
  usage: 'clock [show | advance LENGTH] [--sandbox FILE]',
  summary:
    "Show the clock of a sandbox's merchant, or move it on by 90s, 45m, 12h or 30d, with all that is due meanwhile.",
  async run(line) {
    const { values, positionals } = readOptions(line.args, { sandbox: { type: 'string' } });
    const [action = 'show', length, ...others] = positionals;
    const seconds = action === 'advance' ? readSeconds(length) : undefined;
    const isComplete = action === 'advance' || (action === 'show' && length === undefined);
    if (!isComplete || others.length > 0)
      throw new WrongUse('clock takes show, or advance LENGTH.');
    const { client } = createMerchant(readSettings(line, values.sandbox));
    let clock = valueIn(await client.getClock());
    if (seconds !== undefined) clock = await advance(client, clock.date + seconds, line.signal);
    line.out(textOf(clock));
    return 0;
  },
};

const DAY_SECONDS = 86_400;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: DAY_SECONDS };

function readSeconds(length: string | undefined): number {
  const [, count, unit] = /^([1-9]\d{0,6})([smhd])$/.exec(length ?? '') ?? [];
  const unitSeconds = UNIT_SECONDS[unit ?? ''];
  if (unitSeconds === undefined) throw new WrongUse('LENGTH is a number and s, m, h or d: 2d.');
  return Number(count) * unitSeconds;
}

/** A long way takes several requests: each goes on where the last one ended. */
async function advance(client: OrdersClient, to: number, signal: AbortSignal): Promise<Clock> {
  let clock = valueIn(await client.advanceClock(to));
  while (clock.date < to && !signal.aborted) clock = valueIn(await client.advanceClock(to));
  return clock;
}

function textOf({ date, ahead_seconds: ahead }: Clock): string {
  const days = (ahead / DAY_SECONDS).toFixed(1);
  return `${new Date(date * 1_000).toISOString()}  ${days} days ahead`;
}
