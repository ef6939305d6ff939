import { Hono, type MiddlewareHandler } from 'hono';
import {
  type RelyingParty,
  assertionOptions,
  assertionResponse,
  passkeyName,
  registrationOptions,
  registrationResponse,
  relyingParty,
  verifyAssertion,
} from '../../operator/people/passkeys.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { answered, operatorOrigin } from './routes.ts';
import { refuseOperator } from './problems.ts';
import type { PasswordGuard } from './password-guard.ts';
import { type Environment, type RequestContext, sendReply } from '../request-context.ts';
import {
  actorOf,
  addressOf,
  currentSession,
  isOwnPage,
  offerCookie,
  offeredSecretOf,
  sessionCookie,
} from './authenticate.ts';
import { z } from 'zod';
import { UUID } from '#contract/patterns.ts';
import {
  type Own,
  addOwnPasskey,
  changePassword,
  confirmationOptions,
  endOtherSessions,
  endOwnSession,
  isConfirmed,
  ownPasskeyOptions,
  removeOwnPasskey,
  renewRecoveryCodes,
  showAccount,
} from '../../operator/people/account.ts';
import type { OperatorAnswer } from '../../operator/answer.ts';
import { ROLES } from '../../operator/roles.ts';
import { readJson } from '../read-body.ts';
import { openSession } from '../../operator/people/sessions.ts';
import { signIn } from '../../operator/people/sign-in.ts';
import {
  type Accepted,
  acceptInvitation,
  enterSandbox,
  findInvited,
  openInvitation,
} from '../../operator/people/invitations.ts';

/** Creates the routes for people: signing in and out, links for a new person, and their own account. */
export function createSessionRoutes(
  context: ServiceContext,
  guard: PasswordGuard,
  publicUrl: string | undefined,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const parts = {
    context,
    guard,
    partyOf: (c: RequestContext) => relyingParty(operatorOrigin(c, publicUrl)),
  };
  app.use('/session/*', ownPagesOnly);
  app.route('/', createSignInRoutes(parts));
  app.route('/', createInvitationRoutes(parts));
  app.route('/', createAccountRoutes(parts));
  app.route('/', createOwnPasskeyRoutes(parts));
  return app;
}

/** Refuses changes that do not come from a page of this origin. */
const ownPagesOnly: MiddlewareHandler<Environment> = async (c, next) => {
  if (c.req.method !== 'GET' && !isOwnPage(c)) return refuseOperator(c, 'cross_site');
  await next();
  return undefined;
};

/** The parts that the session routes work with. */
interface SessionParts {
  context: ServiceContext;
  guard: PasswordGuard;
  /** Returns the relying party of passkeys, by the address at which operators reach this listener. */
  partyOf: (c: RequestContext) => RelyingParty;
}

const MAX_TEXT = 1_024;

/** Text that a person types. */
const text = z.string().max(MAX_TEXT);

const proof = z.union([
  z.strictObject({ password: text }),
  z.strictObject({ passkey: assertionResponse }),
]);
/**
 * The input of everything that would turn a stolen session into lasting access: it includes a proof of identity.
 */
const withProof = z.strictObject({ proof });

type OwnHandler = (c: RequestContext, own: Own) => Promise<Response>;
type Guarded = (handle: OwnHandler) => (c: RequestContext) => Promise<Response>;

/** Returns a handler that requires a session. */
function ownRoute({ context }: SessionParts): Guarded {
  return (handle) => async (c) => {
    const session = await currentSession(context, c);
    if (session === undefined) return refuseOperator(c, 'unauthenticated');
    return handle(c, { session, actor: actorOf(session, addressOf(c)) });
  };
}

/**
 * Returns a handler that requires a session and a proof of identity, so that a stolen session alone gives no
 * lasting access.
 */
function confirmedRoute(parts: SessionParts) {
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
          : refuseOperator(c, 'invalid', { problems: ['proof: is not correct'] });
      });
    });
}

/** Returns a handler for the item that the id in the path names. */
function itemRoute(
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

function answer(c: RequestContext, body: object, headers: Record<string, string> = {}): Response {
  return sendReply(c, {
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Refuses a page's input, with a sentence for each error. */
function refuseInput(c: RequestContext, { issues }: z.ZodError): Response {
  const problems = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return refuseOperator(c, 'invalid', { problems });
}

/** Starts a session, and answers with its cookie. */
async function signedIn(
  context: ServiceContext,
  c: RequestContext,
  who: Parameters<typeof openSession>[1],
  body: object,
): Promise<Response> {
  const agent = c.req.header('user-agent');
  const from = { address: addressOf(c), agent };
  const { token, expiresAt, failedBefore } = await openSession(context, who, from);
  const cookie = { 'set-cookie': sessionCookie(c, token) };
  return answer(c, { ...body, expires_at: expiresAt, failed_before: failedBefore }, cookie);
}

const credentials = z.strictObject({ email: text, password: text, code: text });
const passkey = z.strictObject({ passkey: assertionResponse });

/** Creates the routes for who is signed in, signing in by password or passkey, and signing out. */
function createSignInRoutes({ context, guard, partyOf }: SessionParts): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get('/session/deployment', (c) => answer(c, { sandbox: context.testKeys }));
  app.get('/session', async (c) => {
    const session = await currentSession(context, c);
    if (session === undefined) return refuseOperator(c, 'unauthenticated');
    const { email, role, merchantId, expiresAt } = session;
    return answer(c, { email, role, merchant: merchantId, expires_at: expiresAt });
  });
  app.post('/session', async (c) => {
    const given = credentials.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseInput(c, given.error);
    return guard(c, given.data.email, async () => {
      const who = await signIn(context, given.data);
      if (who === undefined) return refuseOperator(c, 'unauthenticated', { detail: WRONG });
      const { email, role } = who.person;
      return signedIn(context, c, who, { email, role });
    });
  });
  app.post('/session/passkey/options', async (c) =>
    answer(c, await assertionOptions(context, partyOf(c), { to: 'sign in' })),
  );
  app.post('/session/passkey', async (c) => {
    const given = passkey.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseInput(c, given.error);
    const { passkey: response } = given.data;
    return guard(c, `passkey ${response.id}`, async () => {
      const asked = { purpose: { to: 'sign in' }, response, address: addressOf(c) } as const;
      const person = await verifyAssertion(context, partyOf(c), asked);
      if (person === undefined) return refuseOperator(c, 'unauthenticated', { detail: UNKNOWN });
      const { email, role } = person;
      return signedIn(context, c, { person, way: 'passkey' }, { email, role });
    });
  });
  app.delete('/session', async (c) => {
    const session = await currentSession(context, c);
    if (session !== undefined) {
      const own = { session, actor: actorOf(session, addressOf(c)) };
      await endOwnSession(context, own, session.id);
    }
    return answer(c, { done: true }, { 'set-cookie': sessionCookie(c, '') });
  });
  return app;
}

const WRONG = 'The e-mail, password or code is not correct.';
const UNKNOWN = 'The passkey is unknown or its signature is not valid. Try again.';

const offered = z.strictObject({ token: text });
const invitationToken = z.strictObject({ token: text, email: text.optional() });
const newPasskey = z.strictObject({ name: passkeyName, response: registrationResponse });
const acceptance = z.union([
  invitationToken.extend({ password: text, code: text }),
  invitationToken.extend({ password: text.optional(), passkey: newPasskey }),
  /** Only for the link of a sandbox, which signs in at once. */
  offered,
]);

/** Creates the routes of links for a new person, or for a person's new second factor. */
function createInvitationRoutes({ context, guard, partyOf }: SessionParts): Hono<Environment> {
  const app = new Hono<Environment>();
  app.post('/session/offer', async (c) => {
    const given = offered.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseInput(c, given.error);
    const opened = await openInvitation(context, given.data.token);
    if (opened === undefined) return refuseOperator(c, 'not_found', { detail: GONE });
    return answer(c, opened.offer, { 'set-cookie': offerCookie(c, opened.sealedSecret) });
  });
  app.post('/session/offer/passkey', async (c) => {
    const given = invitationToken.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseInput(c, given.error);
    const invited = await findInvited(context, given.data.token);
    if (invited === undefined) return refuseOperator(c, 'not_found', { detail: GONE });
    const { invitation, id: personId } = invited;
    const email = invited.email ?? given.data.email ?? '';
    const purpose = { to: 'accept', invitationId: invitation.id } as const;
    return answer(c, await registrationOptions(context, partyOf(c), { purpose, personId, email }));
  });
  app.post('/session/accept', async (c) => {
    const given = acceptance.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseInput(c, given.error);
    if (!('code' in given.data) && !('passkey' in given.data)) {
      return accepted(context, c, await enterSandbox(context, given.data.token, addressOf(c)));
    }
    const { token, email, password } = given.data;
    const factor =
      'code' in given.data
        ? { code: given.data.code, sealedSecret: offeredSecretOf(c) }
        : { passkey: given.data.passkey, party: partyOf(c) };
    return guard(c, token, async () => {
      const acceptanceOf = { token, email, password, factor };
      return accepted(context, c, await acceptInvitation(context, acceptanceOf, addressOf(c)));
    });
  });
  return app;
}

async function accepted(
  context: ServiceContext,
  c: RequestContext,
  done: Accepted,
): Promise<Response> {
  if (done.ok) {
    const { person, recoveryCodes } = done;
    const { email, role } = person;
    const body = { email, role, recovery_codes: recoveryCodes };
    return signedIn(context, c, { person, way: 'link' }, body);
  }
  return done.problems === 'gone'
    ? refuseOperator(c, 'not_found', { detail: GONE })
    : refuseOperator(c, 'invalid', { problems: done.problems });
}

const GONE = 'The link is not valid, was used, or has expired. Ask for a new one.';

const newPassword = withProof.extend({ password: text });

/** Creates the routes by which people see and change their own account, whatever their role. */
function createAccountRoutes(parts: SessionParts): Hono<Environment> {
  const { context } = parts;
  const app = new Hono<Environment>();
  const signedInAs = ownRoute(parts);
  const confirmed = confirmedRoute(parts);
  app.get(
    '/session/account',
    signedInAs(async (c, { session }) => {
      const account = await showAccount(context, session);
      return account ? answer(c, account) : refuseOperator(c, 'unauthenticated');
    }),
  );
  app.post(
    '/session/password',
    confirmed(newPassword, async (c, own, { password }) => {
      const asked = { command: 'people change-password', actor: own.actor.name };
      return answered(c, await changePassword(context, own, password), asked);
    }),
  );
  app.post(
    '/session/recovery-codes',
    confirmed(withProof, async (c, own) => {
      const asked = { command: 'people renew-codes', actor: own.actor.name };
      return answered(c, await renewRecoveryCodes(context, own), asked);
    }),
  );
  app.delete(
    '/session/others',
    signedInAs(async (c, own) => {
      const asked = { command: 'sessions end', actor: own.actor.name };
      return answered(c, await endOtherSessions(context, own), asked);
    }),
  );
  app.delete(
    '/session/sessions/:id',
    itemRoute(signedInAs, 'sessions end', (own, id) => endOwnSession(context, own, id)),
  );
  return app;
}

/** Creates the routes for the signed-in person's passkeys, and for confirming with one of them. */
function createOwnPasskeyRoutes(parts: SessionParts): Hono<Environment> {
  const { context, partyOf } = parts;
  const app = new Hono<Environment>();
  const signedInAs = ownRoute(parts);
  const confirmed = confirmedRoute(parts);
  app.post(
    '/session/confirmation',
    signedInAs(async (c, { session }) =>
      answer(c, await confirmationOptions(context, partyOf(c), session)),
    ),
  );
  app.post(
    '/session/passkeys/options',
    confirmed(withProof, async (c, { session }) =>
      answer(c, await ownPasskeyOptions(context, partyOf(c), session)),
    ),
  );
  app.post(
    '/session/passkeys',
    signedInAs(async (c, own) => {
      const given = newPasskey.safeParse(await readJson(c.req.raw));
      if (!given.success) return refuseInput(c, given.error);
      const added = await addOwnPasskey(context, { ...own, party: partyOf(c) }, given.data);
      return answered(c, added, { command: 'passkeys add', actor: own.actor.name });
    }),
  );
  app.delete(
    '/session/passkeys/:id',
    itemRoute(signedInAs, 'passkeys remove', (own, id) => removeOwnPasskey(context, own, id)),
  );
  return app;
}

const noText = z.string().nullable();
const instant = z.iso.datetime();
const done = z.object({ done: z.literal(true) });
const signedInAnswer = z.object({
  email: z.string(),
  role: z.enum(ROLES),
  expires_at: instant,
  failed_before: z
    .int()
    .describe("Failed attempts to sign in as this person since the person's last sign-in."),
});
/** The options for creating a passkey. A browser gets more members than these. */
const creationOptions = z.looseObject({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
});
/** The options for signing with a passkey. A browser gets more members than these. */
const requestOptions = z.looseObject({ challenge: z.string(), rpId: z.string().optional() });

interface Operation {
  summary: string;
  /** Whether it needs no session. */
  isOpen?: boolean;
  request?: z.ZodType;
  answer: z.ZodType;
}

/** The operations of sessions, by method and path, for the description of the interface. */
export const SESSION_OPERATIONS: Readonly<Record<string, Operation>> = {
  'get /session/deployment': {
    summary: 'Show whether this is a sandbox.',
    isOpen: true,
    answer: z.object({ sandbox: z.boolean().describe('True in a sandbox, where no money moves.') }),
  },
  'get /session': {
    summary: 'Show who is signed in.',
    answer: z.object({
      email: z.string(),
      role: z.enum(ROLES),
      merchant: noText.describe("The id of the person's merchant; null for staff."),
      expires_at: instant,
    }),
  },
  'post /session': {
    summary: 'Sign in with a password and a code.',
    isOpen: true,
    request: credentials,
    answer: signedInAnswer,
  },
  'delete /session': { summary: 'Sign out.', isOpen: true, answer: done },
  'post /session/passkey/options': {
    summary: 'Start signing in with a passkey.',
    isOpen: true,
    answer: requestOptions,
  },
  'post /session/passkey': {
    summary: 'Sign in with a passkey.',
    isOpen: true,
    request: passkey,
    answer: signedInAnswer,
  },
  'post /session/offer': {
    summary: 'Open a link for a new person or a new second factor.',
    isOpen: true,
    request: offered,
    answer: z.object({
      email: z.string().optional(),
      role: z.enum(ROLES),
      known: z.boolean().describe('Whether the link is for a new second factor of a known person.'),
      has_password: z
        .boolean()
        .describe('Whether the person has a password, which they must enter.'),
      lets_in: z
        .boolean()
        .describe(
          'Whether the link signs in without a second factor: the link that a sandbox prints at its start.',
        ),
      opened_before: noText.describe('When the link was first opened.'),
      totp: z.object({ secret: z.string(), uri: z.string() }),
    }),
  },
  'post /session/offer/passkey': {
    summary: 'Start creating a passkey for the person of a link.',
    isOpen: true,
    request: invitationToken,
    answer: creationOptions,
  },
  'post /session/accept': {
    summary: 'Accept a link, and sign in.',
    isOpen: true,
    request: acceptance,
    answer: signedInAnswer.extend({ recovery_codes: z.array(z.string()) }),
  },
  'get /session/account': {
    summary: 'Show your own account.',
    answer: z.object({
      email: z.string(),
      role: z.enum(ROLES),
      merchant: noText,
      created_at: instant,
      recovery_codes: z.int().describe('Number of unused recovery codes.'),
      password: z
        .boolean()
        .describe('Whether the person can sign in with a password and an authenticator.'),
      passkeys: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          created_at: instant,
          last_used_at: instant.nullable(),
        }),
      ),
      sessions: z.array(
        z.object({
          id: z.uuid(),
          address: noText,
          agent: noText,
          created_at: instant,
          last_used_at: instant,
          expires_at: instant,
          current: z.boolean().describe('Whether this is the session of the request.'),
        }),
      ),
    }),
  },
  'post /session/password': {
    summary: 'Change your password.',
    request: newPassword,
    answer: z.object({ sessions_ended: z.int() }),
  },
  'post /session/recovery-codes': {
    summary: 'Create new recovery codes; the old ones stop working.',
    request: withProof,
    answer: z.object({ recovery_codes: z.array(z.string()) }),
  },
  'delete /session/others': { summary: 'End your other sessions.', answer: z.looseObject({}) },
  'delete /session/sessions/{id}': { summary: 'End one of your sessions.', answer: done },
  'post /session/confirmation': {
    summary: 'Start confirming your identity with a passkey.',
    answer: requestOptions,
  },
  'post /session/passkeys/options': {
    summary: 'Start adding a passkey.',
    request: withProof,
    answer: creationOptions,
  },
  'post /session/passkeys': {
    summary: 'Add a passkey.',
    request: newPasskey,
    answer: z.looseObject({}),
  },
  'delete /session/passkeys/{id}': { summary: 'Remove one of your passkeys.', answer: done },
};
