import { ADDRESS_HEADER } from '#contract/client-address.ts';
import { Hono, type Context } from 'hono';
import type { OperatorAnswer, OperatorCommands } from '../../operator/command.ts';
import { nearNames } from '../../operator/near-names.ts';
import { mayRun } from '../../operator/roles.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { identifyActor } from '../operator-actor.ts';
import { readJson } from '../read-body.ts';
import type { Environment } from '../request-context.ts';

/** A deployment's file has logos in it. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

type OperatorContext = Context<Environment>;

/**
 * The operator's interface: a command by its noun and verb, its input as a JSON object, under the key in
 * the data directory or a token. Commands talk to the running service, so they work on an embedded database
 * too.
 */
export function createOperatorRoutes(
  commands: OperatorCommands,
  context: ServiceContext,
  operatorKey: string,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const actorOf = (c: OperatorContext) =>
    identifyActor(context, operatorKey, c.req.header('authorization'));

  async function run(c: OperatorContext): Promise<Response> {
    const actor = await actorOf(c);
    if (actor === undefined) return unknownActor(c);
    const { noun = '', verb } = c.req.param();
    const name = verb === undefined ? noun : `${noun} ${verb}`;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) {
      const near = nearNames(name, Object.keys(commands));
      return c.json({ detail: `There is no command ${name}.`, near }, 404);
    }
    if (!mayRun(actor.role, name)) {
      return c.json({ detail: `The role ${actor.role} may not have ${name} done.` }, 403);
    }
    const input = await readJson(c.req.raw, BODY_LIMIT_BYTES);
    const call = { command: name, actor: { ...actor, address: addressOf(c) } };
    return answered(c, await command.run(input, context, call));
  }

  app.get('/', async (c) => {
    const actor = await actorOf(c);
    if (actor === undefined) return unknownActor(c);
    const may = Object.entries(commands).filter(([name]) => mayRun(actor.role, name));
    return c.json(may.map(([name, { summary, options }]) => ({ name, summary, options })));
  });
  app.post('/:noun', run);
  app.post('/:noun/:verb', run);
  return app;
}

function unknownActor(c: OperatorContext): Response {
  const detail = "Authorization must carry the data directory's operator key, or a token in force.";
  return c.json({ detail }, 401);
}

/** As the program that listens has it from a proxy that it trusts, or else the other end of the socket. */
function addressOf({ env: { incoming } }: OperatorContext): string | undefined {
  return incoming?.headers[ADDRESS_HEADER]?.toString() ?? incoming?.socket.remoteAddress;
}

function answered(c: OperatorContext, answer: OperatorAnswer): Response {
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
