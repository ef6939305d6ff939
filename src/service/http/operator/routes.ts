import { parseJsonInSlices } from '#contract/json/json.ts';
import { Hono } from 'hono';
import type { OperatorCommands } from '../../operator/command.ts';
import { describeCommand } from '../../operator/command-options.ts';
import { runCommand } from '../../operator/run.ts';
import { mayRun, type Actor, type MerchantScope } from '../../operator/roles.ts';
import { inTurns } from '../../platform/in-turns.ts';
import { writeJsonInSlices } from '../../platform/json-in-slices.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { isOwnPage } from './authenticate.ts';
import { refuseOperator } from './problems.ts';
import { BODY_LIMIT_BYTES, CLOSE_CONNECTION, isJson, readBody } from '../read-body.ts';
import { type Environment, type RequestContext, sendReply } from '../request-context.ts';
import type { OperatorAnswer } from '../../operator/answer.ts';
import type { Readable } from 'node:stream';
import { openReport } from '../../operator/reports/reports.ts';

export interface OperatorParts {
  /** Who asks; undefined where it is nobody that is known. */
  identify: (c: RequestContext) => Promise<Actor | undefined>;
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
  { identify, publicUrl }: OperatorParts,
): Hono<Environment> {
  const app = new Hono<Environment>();
  async function run(c: RequestContext): Promise<Response> {
    c.set('mayHaveChanged', false);
    const actor = await identify(c);
    if (actor === undefined) return refuseOperator(c, 'unauthenticated');
    if (c.req.header('authorization') === undefined && !isOwnPage(c)) {
      return refuseOperator(c, 'cross_site');
    }
    const name = commandName(c);
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) {
      return refuseOperator(c, 'no_such_command', { detail: `There is no command ${name}.` });
    }
    const asked = { command: name, actor: actor.name };
    // The one place where a role is checked: no body is read for what its sender may not do.
    if (!mayRun(actor.role, name)) return refuseRole(c, actor, asked);
    const limitBytes = command.bodyLimitBytes ?? BODY_LIMIT_BYTES;
    const body = await readBody(c.req.raw, limitBytes);
    if (body === 'too_large') {
      const detail = `The body of ${name} may have at most ${limitBytes} bytes.`;
      return refuseOperator(c, 'too_large', { detail }, { ...asked, headers: CLOSE_CONNECTION });
    }
    const input = await readInput(c, body);
    if (!input.ok) return refuseOperator(c, 'invalid', input, asked);
    c.set('mayHaveChanged', command.changes);
    // The console reads anew every few seconds for as long as somebody looks.
    c.set('isRoutine', !command.changes && c.req.header('authorization') === undefined);
    const call = { command: name, actor, origin: operatorOrigin(c, publicUrl) };
    return answered(c, await runCommand(command, input.value, cells, call), asked);
  }

  app.get('/commands', async (c) => {
    const actor = await identify(c);
    if (actor === undefined) return refuseOperator(c, 'unauthenticated');
    const may = Object.entries(commands).filter(([name]) => mayRun(actor.role, name));
    return c.json(may.map(([name, command]) => describeCommand(name, command)));
  });
  app.get('/reports/:id/file', async (c) => {
    const actor = await identify(c);
    if (actor === undefined) return refuseOperator(c, 'unauthenticated');
    if (!mayRun(actor.role, 'reports show')) return refuseOperator(c, 'forbidden');
    return answerReportFile(c, cells, c.req.param('id'), actor.scope);
  });
  app.post('/:noun', run);
  app.post('/:noun/:verb', run);
  return app;
}

function commandName(c: RequestContext): string {
  const { noun = '', verb } = c.req.param();
  return verb === undefined ? noun : `${noun} ${verb}`;
}

function refuseRole(c: RequestContext, { role }: Actor, asked: Asked): Response {
  const detail = `The role ${role} may not use ${asked.command}.`;
  return refuseOperator(c, 'forbidden', { detail }, asked);
}

type Input = { ok: true; value: unknown } | { ok: false; detail: string; problems: string[] };

/** Nobody's input is anything else than one JSON object, in which each member is given once. */
async function readInput(c: RequestContext, body: Uint8Array | 'broken_off'): Promise<Input> {
  if (body === 'broken_off') return notValid('The body ended early: send it again.');
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
const NOT_ONCE = 'The input has duplicate members.';

/** What was asked for and by whom, for the log. */
export interface Asked {
  command: string;
  actor: string;
}

/** What came of a command, as HTTP says it. */
export async function answered(
  c: RequestContext,
  answer: OperatorAnswer,
  asked: Asked,
): Promise<Response> {
  if (answer.ok) {
    const body = await inTurns(writeJsonInSlices(answer.result));
    return sendReply(c, { status: 200, headers: JSON_TYPE, body }, asked);
  }
  switch (answer.problem) {
    case 'invalid': {
      const { detail = 'The input is not valid.', problems } = answer;
      return refuseOperator(c, 'invalid', { detail, problems }, asked);
    }
    case 'refused':
      return refuseOperator(c, 'refused', { detail: answer.detail }, asked);
    case 'not_found':
      return refuseOperator(c, 'not_found', { detail: NOT_THERE }, asked);
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };
const NOT_THERE = 'It does not exist. Check the id or name.';

/** A report's CSV, read from the database as it is sent. */
async function answerReportFile(
  c: RequestContext,
  cells: Cells<ServiceContext>,
  id: string,
  scope?: MerchantScope,
): Promise<Response> {
  const context = cells.of(id);
  const opened = context
    ? await openReport(context, id, scope)
    : ({ ok: false, problem: 'not_found' } as const);
  if (!opened.ok) {
    const { problem, ...details } =
      opened.problem === 'refused' ? opened : { ...opened, detail: GONE };
    return refuseOperator(c, problem, details);
  }
  return new Response(streamOf(opened.file), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${opened.name}"`,
      'cache-control': 'no-store',
    },
  });
}

const GONE = 'There is no such report. Reports are kept for a week.';

/** As fast as it is read, and no longer than somebody reads it. */
function streamOf(file: Readable): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = file[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done === true) controller.close();
      else controller.enqueue(piece.value);
    },
    cancel() {
      file.destroy();
    },
  });
}

/** Where operators reach this listener: as they were told, or else this machine at the port that was asked. */
export function operatorOrigin(c: RequestContext, publicUrl: string | undefined): string {
  const port = c.env.incoming?.socket.localPort;
  return publicUrl ?? (port === undefined ? 'http://localhost' : `http://localhost:${port}`);
}
