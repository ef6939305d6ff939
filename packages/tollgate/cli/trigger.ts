import { Option } from 'commander';
import { z } from 'zod';
import type { OrdersClient, Result } from '../../../src/contract/client/client.ts';
import { RequestFailed } from '../../../src/contract/client/result.ts';
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
    .argument('[outcome...]', 'such as paid, declined, AMOUNT_OVER_LIMIT or expiry')
    .option('--payin <id>', 'the payin to dispute or expire, or whose retained amounts to release')
    .option('--order <id>', 'for redelivery: the payin or payout')
    .option('--dispute <id>', 'for dispute-deadline: the dispute')
    .addOption(
      new Option('--what <what>', 'for release')
        .choices(['hold', 'rolling', 'both'])
        .default('both'),
    )
    .option('--inquiry', 'for a dispute: only an inquiry')
    .option('--won', 'for a dispute: won')
    .option('--lost', 'for a dispute: lost')
    .addOption(SANDBOX)
    .action(
      ends(async (words: string[], { sandbox, ...options }: SandboxOption & SubjectOptions) => {
        if (words.length === 0) return list(line);
        const name = words.join('-');
        const onSubject = Object.hasOwn(ON_SUBJECT, name) ? ON_SUBJECT[name] : undefined;
        if (onSubject === undefined) return runTrigger(line, name, sandbox);
        const id = options[onSubject.needs];
        if (id === undefined) throw new WrongUse(`Give --${onSubject.needs} ID.`);
        const send = onSubject.request(id, options);
        const result = await send(createMerchant(readSettings(line, sandbox)).client);
        print(line, result);
        return result.ok ? 0 : 1;
      }),
    );
};

interface SubjectOptions {
  payin?: string;
  order?: string;
  dispute?: string;
  what: 'hold' | 'rolling' | 'both';
  inquiry?: boolean;
  won?: boolean;
  lost?: boolean;
}

/** A trigger that needs something that exists. */
interface SubjectTrigger {
  needs: 'payin' | 'order' | 'dispute';
  says: string;
  /** @throws WrongUse */
  request: (
    id: string,
    options: SubjectOptions,
  ) => (client: OrdersClient) => Promise<Result<unknown>>;
}

const ON_SUBJECT: Readonly<Record<string, SubjectTrigger>> = {
  dispute: {
    needs: 'payin',
    says: 'A dispute of a paid payin; --won or --lost ends it.',
    request(id, options) {
      const event = disputeEvent(options);
      return (client) => client.triggerDispute({ payin_id: id, event });
    },
  },
  expiry: {
    needs: 'payin',
    says: "The end of a payin's waiting time.",
    request: (id) => (client) => client.triggerExpiry({ payin_id: id }),
  },
  release: {
    needs: 'payin',
    says: 'The release of what is retained of a payin; --what hold or rolling: of that.',
    request:
      (id, { what }) =>
      (client) =>
        client.triggerRelease({ payin_id: id, what }),
  },
  redelivery: {
    needs: 'order',
    says: "The next attempt at an order's webhooks.",
    request: (id) => (client) => client.triggerRedelivery({ order_id: id }),
  },
  'dispute-deadline': {
    needs: 'dispute',
    says: 'A deadline to answer that is tomorrow.',
    request: (id) => (client) => client.triggerDisputeDeadline({ dispute_id: id }),
  },
};

const EVENTS = { inquiry: 'inquiry', won: 'win', lost: 'lose' } as const;

function disputeEvent(options: SubjectOptions) {
  const [end, ...more] = (['inquiry', 'won', 'lost'] as const).filter((name) => options[name]);
  if (more.length > 0) throw new WrongUse('Give only one of --inquiry, --won and --lost.');
  return end === undefined ? 'open' : EVENTS[end];
}

async function list({ out }: CommandLine): Promise<ExitCode> {
  for (const [known, trigger] of [...Object.entries(OUTCOMES), ...Object.entries(CODES)]) {
    out(`${known.padEnd(30)}${trigger.says}`);
  }
  for (const [known, { needs, says }] of Object.entries(ON_SUBJECT)) {
    out(`${`${known} --${needs} ID`.padEnd(30)}${says}`);
  }
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
  print(line, result);
  const code = resultBody.safeParse(result.ok ? result.value : result.problem).data
    ?.resolution_code;
  return result.ok || code === name.toUpperCase() ? 0 : 1;
}

const resultBody = z.object({ resolution_code: z.string().optional() });

/**
 * Prints the answer. A refusal is printed as its problem, since the triggered outcome may be one.
 *
 * @throws RequestFailed if nothing answered
 */
function print({ out }: CommandLine, result: Result<unknown>): void {
  if (result.ok) out(JSON.stringify(result.value, null, 2));
  else if (result.cause === 'unreachable') throw new RequestFailed(result);
  else {
    const { problem, cause, status } = result;
    out(JSON.stringify(problem ?? { cause, status }, null, 2));
  }
}
