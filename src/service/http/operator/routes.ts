import { parseJson } from '#contract/json/json.ts';
import { UUID } from '#contract/patterns.ts';
import { Hono } from 'hono';
import { mayRun, type OperatorCommand } from '../../operator/command.ts';
import { findCommand, OPERATOR_COMMANDS } from '../../operator/commands.ts';
import { describeCommand } from '../../operator/command-options.ts';
import { runCommand } from '../../operator/run.ts';
import type { Actor, MerchantScope } from '../../operator/roles.ts';
import { yieldToEventLoop } from '../../platform/in-turns.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { isOwnPage } from './authenticate.ts';
import { refuseOperator } from './problems.ts';
import { BODY_LIMIT_BYTES, CLOSE_CONNECTION, isJson, readBody } from '../read-body.ts';
import { type Environment, type RequestContext, sendReply } from '../request-context.ts';
import type { OperatorAnswer } from '../../operator/answer.ts';
import type { Readable } from 'node:stream';
import { openReport } from '../../operator/reports/reports.ts';

export interface OperatorParts {
  /** Returns the actor of a request; undefined if there is no known one. */
  identify: (c: RequestContext) => Promise<Actor | undefined>;
  /** The base of links for operators; undefined for this machine. */
  publicUrl: string | undefined;
}

/**
 * Creates the operators' interface. A request names a command by noun and verb, and has its input as a JSON object.
 * It is authenticated by the operator key, a token or a session. Commands go to the running service, so they work
 * with an embedded database, too.
 */
export function createOperatorRoutes(
  context: ServiceContext,
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
    const command = findCommand(name);
    if (command === undefined) {
      return refuseOperator(c, 'no_such_command', { detail: `There is no command ${name}.` });
    }
    const asked = { command: name, actor: actor.name };
    // Checks the role before reading the body: the body of a command that its sender may not run is never read.
    if (!mayRun(actor.role, command)) return refuseRole(c, actor, command, asked);
    const limitBytes = command.bodyLimitBytes ?? BODY_LIMIT_BYTES;
    const body = await readBody(c.req.raw, limitBytes);
    if (body === 'too_large') {
      const detail = `The body of ${name} may have at most ${limitBytes} bytes.`;
      return refuseOperator(c, 'too_large', { detail }, { ...asked, headers: CLOSE_CONNECTION });
    }
    const input = await readInput(c, body);
    if (!input.ok) return refuseOperator(c, 'invalid', input, asked);
    c.set('mayHaveChanged', command.changes);
    // The console repeats its reads every few seconds while somebody looks at it.
    c.set('isRoutine', !command.changes && c.req.header('authorization') === undefined);
    const call = { command: name, actor, origin: operatorOrigin(c, publicUrl) };
    return answered(c, await runCommand(command, input.value, context, call), asked);
  }

  app.get('/commands', async (c) => {
    const actor = await identify(c);
    if (actor === undefined) return refuseOperator(c, 'unauthenticated');
    const may = Object.entries<OperatorCommand>(OPERATOR_COMMANDS).filter(([, command]) =>
      mayRun(actor.role, command),
    );
    return c.json(may.map(([name, command]) => describeCommand(name, command)));
  });
  app.get('/reports/:id/file', async (c) => {
    const actor = await identify(c);
    if (actor === undefined) return refuseOperator(c, 'unauthenticated');
    if (!mayRun(actor.role, OPERATOR_COMMANDS['reports show'])) {
      return refuseOperator(c, 'forbidden');
    }
    return answerReportFile(c, context, c.req.param('id'), actor.scope);
  });
  app.post('/:noun', run);
  app.post('/:noun/:verb', run);
  return app;
}

function commandName(c: RequestContext): string {
  const { noun = '', verb } = c.req.param();
  return verb === undefined ? noun : `${noun} ${verb}`;
}

function refuseRole(
  c: RequestContext,
  { role }: Actor,
  { roles, owner }: OperatorCommand,
  asked: Asked,
): Response {
  const may = [...roles, ...(owner === undefined ? [] : ['merchant'])].join(', ');
  const detail = `The role ${role} may not use ${asked.command}. Roles that may: ${may}.`;
  return refuseOperator(c, 'forbidden', { detail }, asked);
}

type Input = { ok: true; value: unknown } | { ok: false; detail: string; problems: string[] };

/** Reads the input, which must be one JSON object with each member given once. */
async function readInput(c: RequestContext, body: Uint8Array | 'broken_off'): Promise<Input> {
  if (body === 'broken_off') return notValid('The body ended early: send it again.');
  if (!isJson(c.req.raw.headers)) return notValid('Content-Type must be application/json.');
  const json = parseJson(body, 'as numbers');
  // A long body takes long to parse, and its input is validated next.
  await yieldToEventLoop();
  if (json.ok) return json;
  return 'detail' in json
    ? notValid(json.detail, NO_OBJECT)
    : notValid(
        NOT_ALLOWED,
        ...json.errors.map(({ pointer = '', detail }) => `${pointer}: ${detail}`),
      );
}

function notValid(detail: string, ...problems: string[]): Input {
  return { ok: false, detail, problems };
}

const NO_OBJECT = 'The input must be a JSON object.';
const NOT_ALLOWED = 'The input has members that are repeated or not allowed.';

/** The command and the actor, for the log. */
export interface Asked {
  command: string;
  actor: string;
}

/** Answers with the result of a command. */
export async function answered(
  c: RequestContext,
  answer: OperatorAnswer,
  asked: Asked,
): Promise<Response> {
  if (answer.ok) {
    const body = JSON.stringify(answer.result);
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

/** Answers with a report's CSV, which is read from the database while it is sent. */
async function answerReportFile(
  c: RequestContext,
  context: ServiceContext,
  id: string,
  scope?: MerchantScope,
): Promise<Response> {
  const opened = UUID.test(id)
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

/** Streams a file as fast as the client reads it, and stops reading when the client does. */
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

/** Returns the operators' address: OPERATOR_PUBLIC_URL if set, else this machine and the listener's port. */
export function operatorOrigin(c: RequestContext, publicUrl: string | undefined): string {
  const port = c.env.incoming?.socket.localPort;
  return publicUrl ?? (port === undefined ? 'http://localhost' : `http://localhost:${port}`);
}
