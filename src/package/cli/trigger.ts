import { z } from 'zod';
import type { Failure } from '#contract/client/client.ts';
import { createMerchant } from '../sandbox/shop.ts';
import { CODES, findTrigger, OUTCOMES } from '../sandbox/triggers.ts';
import {
  SANDBOX,
  WrongUse,
  type CommandLine,
  type Declare,
  type ExitCode,
  type SandboxOption,
} from './command.ts';
import { readSettings } from './settings.ts';

export const declareTrigger: Declare = (program, line, ends) => {
  program
    .command('trigger')
    .description('Trigger an outcome or a resolution code in a sandbox; without a name, list them.')
    .argument('[outcome...]', 'such as paid, declined or AMOUNT_OVER_LIMIT')
    .option('--payin <id>', 'the paid payin to dispute')
    .option('--inquiry', 'for a dispute: only an inquiry')
    .option('--won', 'for a dispute: won')
    .option('--lost', 'for a dispute: lost')
    .addOption(SANDBOX)
    .action(
      ends((words: string[], { sandbox, ...dispute }: SandboxOption & DisputeOptions) => {
        if (words.length === 0) return list(line);
        return words.join(' ') === 'dispute'
          ? disputed(line, dispute, sandbox)
          : runTrigger(line, words.join('-'), sandbox);
      }),
    );
};

interface DisputeOptions {
  payin?: string;
  inquiry?: boolean;
  won?: boolean;
  lost?: boolean;
}

async function disputed(
  line: CommandLine,
  { payin, ...asked }: DisputeOptions,
  sandbox: string | undefined,
): Promise<ExitCode> {
  if (payin === undefined) throw new WrongUse('A dispute needs a payin: give --payin ID.');
  const [end, ...more] = DISPUTE_OPTIONS.filter((name) => asked[name] === true);
  if (more.length > 0) throw new WrongUse('Give only one of --inquiry, --won and --lost.');
  const { client } = createMerchant(readSettings(line, sandbox));
  const result = await client.triggerDispute({
    payin_id: payin,
    event: end === undefined ? 'open' : EVENTS[end],
  });
  line.out(JSON.stringify(result.ok ? result.value : refusal(result), null, 2));
  return result.ok ? 0 : 1;
}

const EVENTS = { inquiry: 'inquiry', won: 'win', lost: 'lose' } as const;
const DISPUTE_OPTIONS = ['inquiry', 'won', 'lost'] as const;

async function list({ out }: CommandLine): Promise<ExitCode> {
  for (const [known, trigger] of [...Object.entries(OUTCOMES), ...Object.entries(CODES)]) {
    out(`${known.padEnd(30)}${trigger.says}`);
  }
  out(`${'dispute --payin ID'.padEnd(30)}A dispute of a paid payin; --won or --lost ends it.`);
  return Promise.resolve(0);
}

async function runTrigger(
  line: CommandLine,
  name: string,
  sandbox: string | undefined,
): Promise<ExitCode> {
  const trigger = findTrigger(name);
  if (trigger === undefined) {
    throw new WrongUse(`There is no outcome ${name}. "tollgate trigger" lists them.`);
  }
  const result = await trigger.run(createMerchant(readSettings(line, sandbox)));
  line.out(JSON.stringify(result.ok ? result.value : refusal(result), null, 2));
  const code = resultBody.safeParse(result.ok ? result.value : result.problem).data
    ?.resolution_code;
  return result.ok || code === name.toUpperCase() ? 0 : 1;
}

const resultBody = z.object({ resolution_code: z.string().optional() });

/** Returns the refusal to print: its problem if there is one, since the triggered outcome may be a refusal. */
function refusal({ problem, cause, status }: Failure): object {
  return problem ?? { cause, status };
}
