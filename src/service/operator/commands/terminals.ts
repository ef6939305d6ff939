import { z } from 'zod';
import { changeTerminal } from '../../merchants/change-settings.ts';
import { findMerchant } from '../../merchants/queries.ts';
import { isTerminalBound } from '../../merchants/method-routes.ts';
import type { ServiceContext } from '../../platform/context.ts';
import {
  type ChangeAnswer,
  DONE,
  NOT_FOUND,
  type OperatorAnswer,
  doneAnswer,
  invalid,
  refusal,
} from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import {
  openCredentials,
  lockDeployment,
  lockTerminal,
  selectTerminal,
  selectTerminals,
  type TerminalRow,
} from '../deployment/queries.ts';
import { NOT_POSSIBLE } from '../deployment/change.ts';
import { terminalInFile } from '../deployment/file.ts';
import { errorAt, readPart, terminalRules } from '../deployment/rules.ts';
import { beginUpserts, upserted, upsertTerminal } from '../deployment/upserts.ts';
import { fingerprints } from '../fingerprints.ts';
import { list } from '../lists.ts';
import { given } from '../input.ts';
import { CURRENCIES } from '#domain/money.ts';
import type { TrialResult } from '../../acquirers/trials/trial.ts';
import { runTrials } from '../../acquirers/trials/trials.ts';

const NAME_MAX = 80;

const name = z.string().min(1).max(NAME_MAX);
const terminalReference = name.describe('Its name or id.');

/** An acquirer that does not answer within this time counts as unreachable. */
const CHECK_TIMEOUT_MS = 10_000;

const terminalItem = z.object({
  id: z.uuid(),
  name: z.string(),
  adapter: z.string(),
  merchant: z.string().nullable(),
  up: z.boolean(),
  circuit: z.enum(['closed', 'open']),
});

const members = z.record(z.string(), z.unknown(), 'must be a JSON object');
const notificationUrl = z.string().describe('Where the acquirer is to send its notifications.');
const owner = name.nullable().optional().describe('Null for all merchants.');

/** Commands for terminals, which are our accounts at acquirers. A deployment file can create and change them too. */
export const TERMINAL_COMMANDS = {
  'terminals list': list({
    summary: 'List terminals by name, with the state of their circuits.',
    roles: STAFF_ROLES,
    input: {},
    item: terminalItem,
    key: name,
    async select(_input, context, { after, limit }) {
      const rows = await selectTerminals(context.db, { after, limit });
      return rows.map((row) => overview(context, row));
    },
    keyOf: (shown) => shown.name,
  }),
  'terminals show': query({
    summary: 'Show a terminal with its settings and the fingerprints of its credentials.',
    roles: STAFF_ROLES,
    input: { terminal: terminalReference },
    answer: terminalItem.extend({
      notification_url: notificationUrl,
      settings: members,
      credentials: z.record(z.string(), z.string()).describe('Fingerprints of the credentials.'),
    }),
    run: async ({ terminal: reference }, context) => {
      const row = await selectTerminal(context.db, reference).executeTakeFirst();
      if (row === undefined) return NOT_FOUND;
      const credentials = fingerprints(context.keyring, openCredentials(context.keyring, row));
      return {
        ok: true,
        result: {
          ...overview(context, row),
          notification_url: context.terminals.toolsOf(row.id).notificationUrl,
          settings: Object.fromEntries(Object.entries(row.settings)),
          credentials,
        },
      };
    },
  }),
  'terminals check': query({
    summary: "Check a terminal's credentials with its acquirer; no money moves.",
    roles: STAFF_ROLES,
    isHeldInQuiet: true,
    input: { terminal: terminalReference },
    answer: doneAnswer,
    run: async ({ terminal: reference }, context) => {
      const row = await selectTerminal(context.db, reference).executeTakeFirst();
      return row === undefined ? NOT_FOUND : check(context, row);
    },
  }),
  'terminals up': change({
    summary: 'Send payments to a terminal again.',
    roles: ['admin'],
    input: { terminal: terminalReference },
    answer: doneAnswer,
    run: async ({ terminal: reference }, context) => setUp(context, reference, true),
  }),
  'terminals down': change({
    summary: 'Stop sending payments to a terminal; those under way finish there.',
    roles: ['admin'],
    input: { terminal: terminalReference },
    answer: doneAnswer,
    run: async ({ terminal: reference }, context) => setUp(context, reference, false),
  }),
  'terminals create': change({
    summary:
      'Create a terminal: an adapter with its settings and credentials, for one merchant or all.',
    roles: ['admin'],
    input: { name, adapter: name, settings: members, credentials: members, merchant: owner },
    answer: z.object({ id: z.uuid(), notification_url: notificationUrl }),
    run: async (terminal, context) => {
      await lockDeployment(context.db);
      if ((await lockTerminal(context.db, terminal.name)) !== undefined) {
        return refusal(`A terminal ${terminal.name} already exists.`);
      }
      return putTerminal(context, given(terminal), undefined, (id) => ({
        id,
        notification_url: context.terminals.toolsOf(id).notificationUrl,
      }));
    },
  }),
  'terminals change': change({
    summary:
      "Change a terminal's settings, credentials or merchant; settings and credentials are replaced as a whole.",
    roles: ['admin'],
    input: {
      terminal: terminalReference,
      settings: members.optional(),
      credentials: members.optional(),
      merchant: owner,
    },
    answer: doneAnswer,
    run: async ({ terminal: reference, ...changed }, context) => {
      const known = await lockTerminal(context.db, reference);
      if (known === undefined) return NOT_FOUND;
      const terminal = { name: known.name, adapter: known.adapter, ...given(changed) };
      return putTerminal(context, terminal, known, () => DONE.result);
    },
  }),
  'terminals try': query({
    summary:
      'Test a terminal at its acquirer; with test credentials, this includes a payment with a test card.',
    roles: ['admin'],
    isHeldInQuiet: true,
    input: { terminal: terminalReference, currency: z.enum(CURRENCIES).default('EUR') },
    answer: z.array(
      z.object({
        trial: z.string(),
        result: z.enum(['passed', 'left out', 'failed']),
        said: z.string().optional(),
      }),
    ),
    run: async ({ terminal: reference, currency }, context) => {
      const row = await selectTerminal(context.db, reference).executeTakeFirst();
      if (row === undefined) return NOT_FOUND;
      const adapter = context.terminals.adapters.get(row.adapter);
      if (adapter === undefined) return refusal(`The adapter ${row.adapter} is not installed.`);
      if (!isTerminalBound(context, row)) return refusal(CHANGED_TERMINAL);
      const credentials = openCredentials(context.keyring, row);
      const tools = context.terminals.toolsOf(row.id);
      const { settings } = row;
      return triedAnswer(await runTrials({ adapter, tools, currency, settings, credentials }));
    },
  }),
} satisfies OperatorCommands;

const CHANGED_TERMINAL =
  'The terminal was changed in the database, not by this service: nothing is sent to its acquirer. See the runbook.';

/** Validates a terminal by the rules of a deployment file, and upserts it. */
async function putTerminal<Result>(
  context: ServiceContext,
  terminal: object,
  present: TerminalRow | undefined,
  answer: (id: string) => Result,
): Promise<ChangeAnswer<Result>> {
  const { adapters } = context.terminals;
  const { part, members: given, errors } = readPart(terminalInFile, terminal, '');
  const wrong = [...errors, ...terminalRules('', given, present, adapters)];
  const { merchant } = given;
  const found = typeof merchant === 'string' ? await findMerchant(context.db, merchant) : undefined;
  if (found === 'several')
    wrong.push(errorAt('/merchant', 'conflict', `Several merchants are named ${merchant}.`));
  else if (typeof merchant === 'string' && found === undefined) {
    wrong.push(errorAt('/merchant', 'conflict', `There is no merchant ${merchant}.`));
  }
  if (part === undefined || found === 'several' || wrong.length > 0) {
    return invalid(wrong, NOT_POSSIBLE);
  }
  const upserting = beginUpserts(context);
  const ownerId = found?.id ?? (merchant === null ? null : undefined);
  const id = await upsertTerminal(upserting, part, ownerId, present);
  return upserted(upserting, `terminal ${part.name}`, answer(id));
}

function overview({ terminals }: Pick<ServiceContext, 'terminals'>, row: TerminalRow) {
  const { id, adapter, merchant_name: merchant, up } = row;
  const isOpen = terminals
    .circuits()
    .some(({ terminalId, state }) => terminalId === row.id && state === 'open');
  const circuit = isOpen ? ('open' as const) : ('closed' as const);
  return { id, name: row.name, adapter, merchant, up, circuit };
}

async function check({ terminals }: Pick<ServiceContext, 'terminals'>, row: TerminalRow) {
  if (!terminals.adapters.has(row.adapter)) {
    return refusal(`The adapter ${row.adapter} is not installed.`);
  }
  const { id, adapter, version } = row;
  try {
    const acquirer = await terminals.open({ id, adapter, version });
    const checked = await acquirer.check(AbortSignal.timeout(CHECK_TIMEOUT_MS));
    return checked === 'good' ? DONE : refusal(FAILED_CHECKS[checked](row.name));
  } catch {
    return refusal(FAILED_CHECKS.unreachable(row.name));
  }
}

const FAILED_CHECKS = {
  credentials_refused: (name: string) => `The acquirer refuses the credentials of ${name}.`,
  unreachable: (name: string) =>
    `The acquirer of ${name} cannot be reached, or did not confirm the credentials.`,
};

async function setUp(
  context: ServiceContext,
  reference: string,
  up: boolean,
): Promise<ChangeAnswer<{ done: true }>> {
  const row = await lockTerminal(context.db, reference);
  if (row === undefined) return NOT_FOUND;
  if (row.up === up) return { ...DONE, changed: undefined };
  await changeTerminal(context, row.id, { up });
  const subject = `terminal ${row.name}`;
  return { ...DONE, changed: { subject, before: { up: row.up }, after: { up } } };
}

function triedAnswer(results: readonly TrialResult[]): OperatorAnswer<readonly TrialResult[]> {
  const failed = results.filter(({ result }) => result === 'failed');
  if (failed.length === 0) return { ok: true, result: results };
  return refusal(
    [
      `${failed.length} of ${results.length} tests failed.`,
      ...results.map(({ trial, result, said }) => `${trial}: ${result}. ${said ?? ''}`.trimEnd()),
    ].join('\n'),
  );
}
