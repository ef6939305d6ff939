import { randomUUID } from 'node:crypto';
import type { TerminalInput } from '../adapter.ts';
import { beginTransfers, payByTestCard } from './trial-payment.ts';
import type { LeftOut, Trial, TrialResult, TriedTerminal } from './trial.ts';

/** A trial that takes longer has failed. */
const TRIAL_TIMEOUT_MS = 10_000;

/**
 * Tests a terminal against its acquirer with calls that move no money. With credentials of the acquirer's test
 * environment, also makes a payment with the acquirer's test card, and voids or refunds it if the adapter can.
 *
 * @returns the result of each trial, in sequence; never any text from the acquirer
 */
export async function runTrials(terminal: TriedTerminal): Promise<TrialResult[]> {
  const results: TrialResult[] = [];
  for (const trial of await trialsOf(terminal)) {
    results.push('leftOut' in trial ? leftOut(trial) : await tried(trial));
  }
  return results;
}

function leftOut({ name, leftOut: said }: { name: string } & LeftOut): TrialResult {
  return { trial: name, result: 'left out', said };
}

async function tried({ name, run }: Extract<Trial, { run: unknown }>): Promise<TrialResult> {
  try {
    const said = await run(AbortSignal.timeout(TRIAL_TIMEOUT_MS));
    if (typeof said === 'object') return leftOut({ name, ...said });
    return { trial: name, result: said === undefined ? 'passed' : 'failed', said };
  } catch {
    // Drops the error: the acquirer's package may quote the request in it.
    return {
      trial: name,
      result: 'failed',
      said: 'The acquirer cannot be reached, or did not confirm them.',
    };
  }
}

async function trialsOf(terminal: TriedTerminal): Promise<Trial[]> {
  const { adapter, tools } = terminal;
  const acquirer = await adapter.connect(terminal, tools);
  const stranger = await adapter.connect(withOtherCredentials(terminal), tools);
  const { readNotification, payouts } = acquirer;
  return [
    {
      name: 'The credentials are accepted',
      run: async (signal) => unless('good', await acquirer.check(signal)),
    },
    {
      name: 'Other credentials are refused',
      ...(Object.keys(terminal.credentials ?? {}).length > 0
        ? { run: async (signal) => unless('credentials_refused', await stranger.check(signal)) }
        : { leftOut: 'The terminal has no credentials.' }),
    },
    {
      name: 'An unsigned notification is refused',
      ...(readNotification
        ? { run: async () => unless(false, (await readNotification(new Headers(), UNSIGNED)).ok) }
        : { leftOut: 'The acquirer sends no notifications.' }),
    },
    {
      name: 'A payout that was never made is unknown',
      ...(payouts
        ? {
            run: async (signal) => {
              const { outcome } = await payouts.findOutcome(neverMade(terminal), signal);
              return outcome === 'paid' ? 'The acquirer reports it as paid.' : undefined;
            },
          }
        : { leftOut: 'The adapter does not support payouts.' }),
    },
    payByTestCard(terminal, acquirer),
    ...beginTransfers(terminal, acquirer),
  ];
}

const UNSIGNED = new TextEncoder().encode('{}');

function unless<Value>(expected: Value, actual: Value): string | undefined {
  return actual === expected
    ? undefined
    : `The answer was ${String(actual)}, not ${String(expected)}.`;
}

/** Long enough ago that no request can still be in progress. */
const LONG_AGO_MS = 24 * 3_600_000;

function neverMade({ currency, tools }: TriedTerminal) {
  const startedAt = new Date(tools.now().getTime() - LONG_AGO_MS);
  return { id: randomUUID(), amountMinor: 100n, currency, startedAt };
}

/** Returns the terminal with the last character of each credential changed, so that they belong to nobody. */
function withOtherCredentials({ settings, credentials }: TerminalInput): TerminalInput {
  const changed = Object.entries(credentials ?? {}).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.slice(0, -1) + (value.endsWith('0') ? '1' : '0') : value,
  ]);
  return { settings, credentials: Object.fromEntries(changed) };
}
