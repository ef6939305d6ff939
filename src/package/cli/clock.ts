import { valueIn } from '#contract/client/result.ts';
import type { Clock } from '#contract/schemas/developer.ts';
import type { OrdersClient } from '#contract/client/client.ts';
import { createMerchant } from '../sandbox/shop.ts';
import {
  SANDBOX,
  WrongUse,
  type CommandLine,
  type Declare,
  type SandboxOption,
} from './command.ts';
import { readSettings } from './settings.ts';

export const declareClock: Declare = (program, line, ends) => {
  const clock = program
    .command('clock')
    .description("Show or advance the clock of a sandbox's merchant.")
    .helpCommand(false);
  clock
    .command('show', { isDefault: true })
    .description('Print the time of the clock.')
    .addOption(SANDBOX)
    .action(
      ends(async (options: SandboxOption) => {
        line.out(textOf(valueIn(await clientOf(line, options).getClock())));
        return 0;
      }),
    );
  clock
    .command('advance')
    .description('Advance the clock, and run everything that becomes due.')
    .argument('<length>', 'how far, such as 90s, 45m, 12h or 30d')
    .addOption(SANDBOX)
    .action(
      ends(async (length: string, options: SandboxOption) => {
        const seconds = readSeconds(length);
        const client = clientOf(line, options);
        const { date } = valueIn(await client.getClock());
        line.out(textOf(await advance(client, date + seconds, line.signal)));
        return 0;
      }),
    );
};

function clientOf(line: CommandLine, { sandbox }: SandboxOption): OrdersClient {
  return createMerchant(readSettings(line, sandbox)).client;
}

const DAY_SECONDS = 86_400;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: DAY_SECONDS };

function readSeconds(length: string): number {
  const [, count, unit] = /^([1-9]\d{0,6})([smhd])$/.exec(length) ?? [];
  const unitSeconds = UNIT_SECONDS[unit ?? ''];
  if (unitSeconds === undefined)
    throw new WrongUse(`${length} is not a duration: give a number with s, m, h or d, such as 2d.`);
  return Number(count) * unitSeconds;
}

/** Advances the clock. A long way takes several requests; each continues where the last one ended. */
async function advance(client: OrdersClient, to: number, signal: AbortSignal): Promise<Clock> {
  let clock = valueIn(await client.advanceClock(to));
  while (clock.date < to && !signal.aborted) clock = valueIn(await client.advanceClock(to));
  return clock;
}

function textOf({ date, ahead_seconds: ahead }: Clock): string {
  const days = (ahead / DAY_SECONDS).toFixed(1);
  return `${new Date(date * 1_000).toISOString()}  ${days} days ahead`;
}
