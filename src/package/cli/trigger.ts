import { z } from 'zod';
import type { Failure } from '#contract/client/client.ts';
import { createMerchant } from '../sandbox/shop.ts';
import { CODES, findTrigger, OUTCOMES } from '../sandbox/triggers.ts';
import {
  SANDBOX_FLAGS,
  SANDBOX_SAYS,
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
    .description('Bring a sandbox to an outcome or a resolution code; without a name, list them.')
    .argument('[outcome...]', 'such as paid, declined or AMOUNT_OVER_LIMIT')
    .option(SANDBOX_FLAGS, SANDBOX_SAYS)
    .action(
      ends((words: string[], { sandbox }: SandboxOption) =>
        words.length === 0 ? list(line) : bringAbout(line, words.join('-'), sandbox),
      ),
    );
};

async function list({ out }: CommandLine): Promise<ExitCode> {
  for (const [known, trigger] of [...Object.entries(OUTCOMES), ...Object.entries(CODES)]) {
    out(`${known.padEnd(30)}${trigger.says}`);
  }
  return Promise.resolve(0);
}

async function bringAbout(
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
  const code = said.safeParse(result.ok ? result.value : result.problem).data?.resolution_code;
  return result.ok || code === name.toUpperCase() ? 0 : 1;
}

const said = z.object({ resolution_code: z.string().optional() });

/** What was triggered may well be a refusal: then the problem is the answer. */
function refusal({ problem, cause, status }: Failure): object {
  return problem ?? { cause, status };
}
