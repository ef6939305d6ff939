import { parseJson } from '#contract/json/json.ts';
import { jsonPointer } from '#contract/violations.ts';
import { Hono } from 'hono';
import { mayRun, type OperatorCommand } from '../../operator/command.ts';
import { findCommand, OPERATOR_COMMANDS } from '../../operator/commands.ts';
import { describeCommand } from '../../operator/command-options.ts';
import { runCommand } from '../../operator/run.ts';
import type { Actor } from '../../operator/roles.ts';
import { yieldToEventLoop } from '../../platform/in-turns.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { isOwnPage } from './authenticate.ts';
import { refuseOtherMethodsEverywhere } from '../base-app.ts';
import { refuseOperator, refuseOutside } from './problems.ts';
import { BODY_LIMIT_BYTES, CLOSE_CONNECTION, isJson, readBody } from '../read-request.ts';
import { type Environment, type RequestContext, sendReply } from '../request-context.ts';
import { isDownload, type InputError, type OperatorAnswer } from '../../operator/answer.ts';
import { sendDownload } from './download.ts';

export interface OperatorParts {
  /** Returns the actor of a request; undefined if there is no known one. */
  identify: (c: RequestContext) => Promise<Actor | undefined>;
  /** The base of links for operators; undefined for this machine. */
  publicUrl: string | undefined;
}

/**
 * Creates the operators' interface. A request names a command by noun and verb, and has its input as a JSON object, or
 * in the query if it asks for a file.
 * It is authenticated by the operator key, a token or a session. Commands go to the running service, so they work
 * with an embedded database, too.
 */
export function createOperatorRoutes(
  context: ServiceContext,
  { identify, publicUrl }: OperatorParts,
): Hono<Environment> {
  const app = new Hono<Environment>();
  async function run(c: RequestContext, name: string): Promise<Response> {
    c.set('mayHaveChanged', false);
    const actor = await identify(c);
    if (actor === undefined) return refuseOperator(c, 'unauthenticated');
    // A page of another site does not get the file: its request has no cookie.
    const isRead = c.req.method === 'GET';
    if (c.req.header('authorization') === undefined && !isRead && !isOwnPage(c)) {
      return refuseOperator(c, 'cross_site');
    }
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
    const input = isRead ? readQuery(c) : await readInput(c, body);
    if (!input.ok) return refuseOperator(c, input.problem, input, asked);
    c.set('mayHaveChanged', command.changes);
    // The console repeats its reads every few seconds while somebody looks at it.
    c.set('isRoutine', !command.changes && c.req.header('authorization') === undefined);
    const call = { command: name, actor, origin: operatorOrigin(c, publicUrl) };
    const answer = await runCommand(command, input.value, context, call);
    if (!answer.ok && answer.problem === 'report_failed') {
      context.log.error({ err: answer.cause, requestId: c.get('requestId') }, 'A report failed');
    }
    return answer.ok && isDownload(answer.result)
      ? sendDownload(c, context, answer.result)
      : answered(c, answer, asked);
  }

  app.get('/commands', async (c) => {
    const actor = await identify(c);
    if (actor === undefined) return refuseOperator(c, 'unauthenticated');
    const may = Object.entries<OperatorCommand>(OPERATOR_COMMANDS).filter(([, command]) =>
      mayRun(actor.role, command),
    );
    return c.json(may.map(([name, command]) => describeCommand(name, command)));
  });
  for (const [name, command] of Object.entries<OperatorCommand>(OPERATOR_COMMANDS)) {
    if (command.isDownload) app.get(`/${name.replace(' ', '/')}`, (c) => run(c, name));
  }
  refuseOtherMethodsEverywhere(app, refuseOutside);
  app.post('/:noun', (c) => run(c, c.req.param('noun')));
  app.post('/:noun/:verb', (c) => run(c, `${c.req.param('noun')} ${c.req.param('verb')}`));
  for (const path of ['/:noun', '/:noun/:verb']) {
    app.all(path, async (c, next) => {
      const command = findCommand(Object.values(c.req.param()).join(' '));
      return command === undefined
        ? next()
        : refuseOperator(c, 'method_not_allowed', {}, { headers: { allow: 'POST' } });
    });
  }
  return app;
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

type Input =
  | { ok: true; value: unknown }
  | {
      ok: false;
      problem: 'invalid' | 'unsupported_type';
      detail?: string;
      errors?: readonly InputError[];
    };

/** Reads the input, which must be one JSON object with each member given once. */
async function readInput(c: RequestContext, body: Uint8Array | 'broken_off'): Promise<Input> {
  if (body === 'broken_off') return notValid('The body ended early: send it again.');
  if (!isJson(c.req.raw.headers)) return { ok: false, problem: 'unsupported_type' };
  const json = parseJson(body, 'as numbers');
  // A long body takes long to parse, and its input is validated next.
  await yieldToEventLoop();
  if (json.ok) return json;
  return 'detail' in json
    ? notValid(json.detail, { pointer: '', code: 'type', detail: NO_OBJECT })
    : notValid(
        NOT_ALLOWED,
        ...json.errors.map(({ pointer = '', ...rest }) => ({ pointer, ...rest })),
      );
}

/** Reads the input of a download, which has each member once. */
function readQuery(c: RequestContext): Input {
  const members = Object.entries(c.req.queries());
  const repeated = members.flatMap(([name, { length }]) => (length > 1 ? [name] : []));
  return repeated.length > 0
    ? notValid(
        NOT_ALLOWED,
        ...repeated.map((name) => ({
          pointer: jsonPointer([name]),
          code: 'repeated',
          detail: 'Must be given once.',
        })),
      )
    : { ok: true, value: Object.fromEntries(members.map(([name, [value]]) => [name, value])) };
}

function notValid(detail: string, ...errors: InputError[]): Input {
  return { ok: false, problem: 'invalid', detail, errors };
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
      const { detail = 'The input is not valid.', errors } = answer;
      return refuseOperator(c, 'invalid', { detail, errors }, asked);
    }
    case 'refused':
      return refuseOperator(c, 'refused', { detail: answer.detail }, asked);
    case 'not_found':
      return refuseOperator(c, 'not_found', { detail: NOT_THERE }, asked);
    case 'too_many_reports':
      return refuseOperator(c, 'too_many_reports', {}, asked);
    case 'report_failed':
      return refuseOperator(c, 'report_failed', FAILED_REPORT, asked);
  }
}

const FAILED_REPORT = { resolution_code: 'REPORT_GENERATION_FAILED' } as const;
const JSON_TYPE = { 'content-type': 'application/json' };
const NOT_THERE = 'It does not exist. Check the id or name.';

/** Returns the operators' address: OPERATOR_PUBLIC_URL if set, else this machine and the listener's port. */
export function operatorOrigin(c: RequestContext, publicUrl: string | undefined): string {
  const port = c.env.incoming?.socket.localPort;
  return publicUrl ?? (port === undefined ? 'http://localhost' : `http://localhost:${port}`);
}
