import { UUID } from '#contract/patterns.ts';
import { z } from 'zod';
import { isConfirmed } from '../../../operator/people/account/confirm.ts';
import type { Own } from '../../../operator/people/account/own-changes.ts';
import type { OperatorAnswer } from '../../../operator/answer.ts';
import { assertionResponse } from '../../../operator/people/passkeys/responses.ts';
import { actorOf, addressOf, currentSession } from '../../operator/actor.ts';
import { refuseOperator } from '../../operator/problems.ts';
import { readJson } from '../../read-body.ts';
import type { RequestContext } from '../../request-context.ts';
import { answered } from '../operator-answer.ts';
import { refuseInput } from './answers.ts';
import { text, type SessionParts } from './parts.ts';

const proof = z.union([
  z.strictObject({ password: text }),
  z.strictObject({ passkey: assertionResponse }),
]);
/** What comes with everything that would let a stolen session last. */
export const proven = z.strictObject({ proof });

type OwnHandler = (c: RequestContext, own: Own) => Promise<Response>;
type Guarded = (handle: OwnHandler) => (c: RequestContext) => Promise<Response>;

/** A handler for whoever has signed in. */
export function ownRoute({ context }: SessionParts): Guarded {
  return (handle) => async (c) => {
    const session = await currentSession(context, c);
    if (session === undefined) return refuseOperator(c, 'unauthenticated');
    return handle(c, { session, actor: actorOf(session, addressOf(c)) });
  };
}

/** A handler for whoever shows as well that they are there: a stolen session alone makes no lasting way in. */
export function confirmedRoute(parts: SessionParts) {
  const { context, guard, partyOf } = parts;
  return <Input extends z.ZodType<{ proof: z.output<typeof proof> }>>(
    schema: Input,
    handle: (c: RequestContext, own: Own, input: z.output<Input>) => Promise<Response>,
  ) =>
    ownRoute(parts)(async (c, own) => {
      const given = schema.safeParse(await readJson(c.req.raw));
      if (!given.success) return refuseInput(c, given.error);
      return guard(c, own.session.email, async () => {
        const shown = { proof: given.data.proof, party: partyOf(c), address: addressOf(c) };
        return (await isConfirmed(context, own.session, shown))
          ? handle(c, own, given.data)
          : refuseOperator(c, 'invalid', { problems: ['proof: is not right'] });
      });
    });
}

/** A handler about what an id in the path names. */
export function ofOne(
  signedInAs: Guarded,
  command: string,
  change: (own: Own, id: string) => Promise<OperatorAnswer>,
) {
  return signedInAs(async (c, own) => {
    const id = c.req.param('id') ?? '';
    if (!UUID.test(id)) return refuseOperator(c, 'not_found');
    return answered(c, await change(own, id), { command, actor: own.actor.name });
  });
}
