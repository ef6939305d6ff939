import { parseJsonInSlices } from '#contract/json/json.ts';
import { Hono } from 'hono';
import type { Actor } from '../../operator/actor.ts';
import type { OperatorCommands } from '../../operator/command.ts';
import { describeCommand } from '../../operator/command-options.ts';
import { runInCells } from '../../operator/cells/run-in-cells.ts';
import { nearNames } from '../../operator/near-names.ts';
import { mayRun } from '../../operator/roles.ts';
import { inTurns } from '../../platform/in-turns.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { identifyActor } from '../operator/actor.ts';
import { operatorOrigin } from '../operator/links.ts';
import { refuseOperator } from '../operator/problems.ts';
import { BODY_LIMIT_BYTES, isJson, readBody } from '../read-body.ts';
import type { Environment, RequestContext } from '../request-context.ts';
import { isOwnPage } from '../operator/session-cookie.ts';
import { answered, type Asked } from './operator-answer.ts';
import { answerReportFile } from './report-file.ts';

export interface OperatorParts {
  operatorKey: string;
  /** Where links for operators lead; undefined for this machine. */
  publicUrl: string | undefined;
}

/**
 * The operator's interface: a command by its noun and verb, its input as a JSON object, under the key in
 * the data directory, a token or a session. Commands talk to the running service, so they work on an embedded database
 * too.
 */
export function createOperatorRoutes(
  commands: OperatorCommands,
  cells: Cells<ServiceContext>,
  { operatorKey, publicUrl }: OperatorParts,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const actorOf = (c: RequestContext) => identifyActor(cells.first, operatorKey, c);

  async function run(c: RequestContext): Promise<Response> {
    const actor = await actorOf(c);
    if (actor === undefined) return refuseOperator(c, 'unauthenticated');
    if (c.req.header('authorization') === undefined && !isOwnPage(c)) {
      return refuseOperator(c, 'cross_site');
    }
    const name = commandName(c);
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) return refuseUnknown(c, name, Object.keys(commands));
    const asked = { command: name, actor: actor.name };
    // Nobody's body is read for what they may not do.
    if (!mayRun(actor.role, name)) return refuseRole(c, actor, asked);
    const limitBytes = command.bodyLimitBytes ?? BODY_LIMIT_BYTES;
    const body = await readBody(c.req.raw, limitBytes);
    if (body === 'too_large') {
      const detail = `The body of ${name} may have ${limitBytes} bytes.`;
      return refuseOperator(c, 'too_large', { detail }, { ...asked, headers: CLOSE_CONNECTION });
    }
    const input = await readInput(c, body);
    if (!input.ok) return refuseOperator(c, 'invalid', input, asked);
    const call = { command: name, actor, origin: operatorOrigin(c, publicUrl) };
    const answer = await runInCells(command, input.value, cells, call);
    return answer === 'forbidden' ? refuseRole(c, actor, asked) : answered(c, answer, asked);
  }

  app.get('/', async (c) => {
    const actor = await actorOf(c);
    if (actor === undefined) return refuseOperator(c, 'unauthenticated');
    const may = Object.entries(commands).filter(([name]) => mayRun(actor.role, name));
    return c.json(may.map(([name, command]) => describeCommand(name, command)));
  });
  app.get('/reports/:id/file', async (c) => {
    const actor = await actorOf(c);
    if (actor === undefined) return refuseOperator(c, 'unauthenticated');
    if (!mayRun(actor.role, 'reports show')) return refuseOperator(c, 'forbidden');
    return answerReportFile(c, cells, c.req.param('id'), actor.scope);
  });
  app.post('/:noun', run);
  app.post('/:noun/:verb', run);
  return app;
}

/** What was not read of the body must not be taken for the next request. */
const CLOSE_CONNECTION = { connection: 'close' };

function commandName(c: RequestContext): string {
  const { noun = '', verb } = c.req.param();
  return verb === undefined ? noun : `${noun} ${verb}`;
}

function refuseUnknown(c: RequestContext, name: string, names: readonly string[]): Response {
  const detail = `There is no command ${name}.`;
  return refuseOperator(c, 'no_such_command', { detail, near: nearNames(name, names) });
}

function refuseRole(c: RequestContext, { role }: Actor, asked: Asked): Response {
  const detail = `The role ${role} may not have ${asked.command} done.`;
  return refuseOperator(c, 'forbidden', { detail }, asked);
}

type Input = { ok: true; value: unknown } | { ok: false; detail: string; problems: string[] };

/** Nobody's input is anything else than one JSON object, in which each member is given once. */
async function readInput(c: RequestContext, body: Uint8Array | 'broken_off'): Promise<Input> {
  if (body === 'broken_off') return notValid('The body broke off.');
  if (!isJson(c.req.raw.headers)) return notValid('Content-Type must be application/json.');
  const json = await inTurns(parseJsonInSlices(body, 'as numbers'));
  if (json.ok) return json;
  return 'detail' in json
    ? notValid(json.detail, NO_OBJECT)
    : notValid(NOT_ONCE, ...json.errors.map(({ pointer = '', detail }) => `${pointer}: ${detail}`));
}

function notValid(detail: string, ...problems: string[]): Input {
  return { ok: false, detail, problems };
}

const NO_OBJECT = 'The input must be a JSON object.';
const NOT_ONCE = 'Members were given more than once.';
