import { ADDRESS_HEADER } from '#contract/client-address.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono, type Context, type Handler, type MiddlewareHandler } from 'hono';
import type { OperatorAnswer, OperatorCommands } from '../../operator/command.ts';
import { nearNames } from '../../operator/near-names.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Environment } from '../request-context.ts';
import { readJson } from '../read-body.ts';

/** A deployment's file has logos in it. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * The operator's interface: a command by its noun and verb, its input as a JSON object, under the key in
 * the data directory. Commands talk to the running service, so they work on an embedded database too.
 */
export function createOperatorApp(
  commands: OperatorCommands,
  context: ServiceContext,
  operatorKey: string,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const guard: MiddlewareHandler<Environment> = async (c, next) => {
    if (!isOperator(c.req.header('authorization'), operatorKey)) {
      return c.json({ detail: "Authorization must carry the data directory's operator key." }, 401);
    }
    return next();
  };
  const list = Object.entries(commands).map(([name, { summary, options }]) => ({
    name,
    summary,
    options,
  }));
  const run: Handler<Environment> = async (c) => {
    const { noun = '', verb } = c.req.param();
    const name = verb === undefined ? noun : `${noun} ${verb}`;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) {
      const near = nearNames(name, Object.keys(commands));
      return c.json({ detail: `There is no command ${name}.`, near }, 404);
    }
    const input = await readJson(c.req.raw, BODY_LIMIT_BYTES);
    const call = { command: name, actor: { ...OPERATOR_KEY, address: addressOf(c) } };
    return answered(c, await command.run(input, context, call));
  };
  app.get('/', guard, (c) => c.json(list));
  app.post('/:noun', guard, run);
  app.post('/:noun/:verb', guard, run);
  return app;
}

const OPERATOR_KEY = { name: 'operator key', role: 'admin' } as const;

/** As the program that listens has it from a proxy that it trusts, or else the other end of the socket. */
function addressOf({ env: { incoming } }: Context<Environment>): string | undefined {
  return incoming?.headers[ADDRESS_HEADER]?.toString() ?? incoming?.socket.remoteAddress;
}

function answered(c: Context, answer: OperatorAnswer): Response {
  if (answer.ok) return c.json(answer.result);
  switch (answer.problem) {
    case 'invalid':
      return c.json(
        { detail: answer.detail ?? 'The input is not valid.', problems: answer.problems },
        400,
      );
    case 'refused':
      return c.json({ detail: answer.detail }, 409);
    case 'not_found':
      return c.json({ detail: 'What the command names does not exist, or not any more.' }, 404);
  }
}

/** Compares digests: they have one length, and the comparison takes one time. */
function isOperator(authorization: string | undefined, operatorKey: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${operatorKey}`));
}
