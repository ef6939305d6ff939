import { parseJson } from '#contract/json/json.ts';
import { Hono } from 'hono';
import type { Actor } from '../../operator/actor.ts';
import type { OperatorCommands } from '../../operator/command.ts';
import { describeCommand } from '../../operator/command-options.ts';
import { runInCells } from '../../operator/cells/run-in-cells.ts';
import { nearNames } from '../../operator/near-names.ts';
import { mayRun } from '../../operator/roles.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { identifyActor } from '../operator/actor.ts';
import { operatorOrigin } from '../operator/links.ts';
import { refuseOperator } from '../operator/problems.ts';
import { readBody } from '../read-body.ts';
import type { Environment, RequestContext } from '../request-context.ts';
import { isOwnPage } from '../operator/session-cookie.ts';
import { answered, type Asked } from './operator-answer.ts';
import { answerReportFile } from './report-file.ts';

/** A deployment's file has logos in it. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

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
    const body = await readBody(c.req.raw, BODY_LIMIT_BYTES);
    if (body === 'too_large') {
      return refuseOperator(c, 'too_large', {}, { ...asked, headers: CLOSE_CONNECTION });
    }
    const call = { command: name, actor, origin: operatorOrigin(c, publicUrl) };
    const answer = await runInCells(command, readInput(body), cells, call);
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

/** What is no JSON is judged as any input that is no object. */
function readInput(body: Uint8Array | 'broken_off'): unknown {
  const json = body === 'broken_off' ? undefined : parseJson(body, 'as numbers');
  return json?.ok === true ? json.value : undefined;
}
