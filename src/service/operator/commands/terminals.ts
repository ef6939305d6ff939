import { UUID } from '#contract/patterns.ts';
import { z } from 'zod';
import { changeTerminal } from '../../merchants/change-terminal.ts';
import { ascending } from '../../platform/cells/merge-pages.ts';
import type { ServiceContext } from '../../platform/context.ts';
import {
  changes,
  doneAnswer,
  DONE,
  NOT_FOUND,
  reads,
  refusal,
  type ChangeAnswer,
  type OperatorCommands,
} from '../command.ts';
import { openCredentials } from '../deployment/credentials.ts';
import { selectTerminals, type TerminalRow } from '../deployment/queries.ts';
import { fingerprints } from '../fingerprints.ts';
import { lists } from '../lists.ts';

const NAME_MAX = 80;
export const terminalReference = z.string().min(1).max(NAME_MAX).describe('NAME|UUID');

/** An acquirer that takes longer is not reachable. */
const CHECK_TIMEOUT_MS = 10_000;

const terminalItem = z.object({
  id: z.uuid(),
  name: z.string(),
  adapter: z.string(),
  merchant: z.string().nullable(),
  up: z.boolean(),
  circuit: z.string(),
});

/** Our accounts at acquirers. `apply` makes and changes them. */
export const TERMINAL_COMMANDS: OperatorCommands = {
  'terminals list': lists(
    'List the terminals, by name; a circuit is as this process has it.',
    {},
    {
      item: terminalItem,
      key: z.string().min(1).max(NAME_MAX),
      async select(_input, context, { after, limit }) {
        const rows = await selectTerminals(context.db, { after, limit });
        return rows.map((row) => overview(context, row));
      },
      keyOf: (shown) => shown.name,
      order: ascending(({ name }) => name),
      // One that all merchants share is in each cell.
      join: (first) => first,
    },
  ),
  'terminals show': reads(
    'Show a terminal with its settings; its credentials by their fingerprints.',
    { terminal: terminalReference },
    async ({ terminal: reference }, context) => {
      const row = await findTerminal(context, reference);
      if (row === undefined) return NOT_FOUND;
      const credentials = fingerprints(context.keyring, openCredentials(context.keyring, row));
      return {
        ok: true,
        result: { ...overview(context, row), settings: row.settings, credentials },
      };
    },
  ),
  'terminals check': reads(
    "Ask a terminal's acquirer whether its credentials are good; moves no money.",
    { terminal: terminalReference },
    async ({ terminal: reference }, context) => {
      const row = await findTerminal(context, reference);
      return row === undefined ? NOT_FOUND : check(context, row);
    },
    doneAnswer,
  ),
  'terminals up': changes(
    'Let payments go to a terminal again.',
    { terminal: terminalReference },
    async ({ terminal: reference }, context) => setUp(context, reference, true),
    doneAnswer,
  ),
  'terminals down': changes(
    'Send no more payments to a terminal; what is under way ends there.',
    { terminal: terminalReference },
    async ({ terminal: reference }, context) => setUp(context, reference, false),
    doneAnswer,
  ),
};

export async function findTerminal(
  { db }: Pick<ServiceContext, 'db'>,
  reference: string,
): Promise<TerminalRow | undefined> {
  const isId = UUID.test(reference);
  const rows = await selectTerminals(db);
  return rows.find((row) => (isId ? row.id === reference.toLowerCase() : row.name === reference));
}

function overview({ terminals }: Pick<ServiceContext, 'terminals'>, row: TerminalRow) {
  const { id, name, adapter, merchant_name: merchant, up } = row;
  const circuit = terminals.circuits().find(({ terminalId }) => terminalId === id)?.state;
  return { id, name, adapter, merchant, up, circuit: circuit ?? 'closed' };
}

async function check({ terminals }: Pick<ServiceContext, 'terminals'>, row: TerminalRow) {
  if (!terminals.adapters.has(row.adapter)) {
    return refusal(`The adapter ${row.adapter} is not installed.`);
  }
  const { id, name, adapter, version } = row;
  try {
    const acquirer = await terminals.open({ id, adapter, version });
    const checked = await acquirer.check(AbortSignal.timeout(CHECK_TIMEOUT_MS));
    return checked === 'good' ? DONE : refusal(FAILED_CHECKS[checked](name));
  } catch {
    return refusal(FAILED_CHECKS.unreachable(name));
  }
}

const FAILED_CHECKS = {
  credentials_refused: (name: string) => `The acquirer refuses the credentials of ${name}.`,
  unreachable: (name: string) => `The acquirer of ${name} cannot be reached, or does not say.`,
};

async function setUp(
  context: ServiceContext,
  reference: string,
  up: boolean,
): Promise<ChangeAnswer> {
  const row = await findTerminal(context, reference);
  if (row === undefined) return NOT_FOUND;
  if (row.up === up) return { ...done(), changed: undefined };
  await changeTerminal(context.db, row.id, { up });
  const subject = `terminal ${row.name}`;
  return { ...done(), changed: { subject, before: { up: row.up }, after: { up } } };
}

function done() {
  return { ok: true as const, result: { done: true } };
}
