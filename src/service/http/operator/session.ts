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
import { createProviderRoutes } from './provider-sign-in.ts';
import type { SignInGuard } from './sign-in-limit.ts';
import type { Provider } from '../../operator/people/provider.ts';
import { type Environment, type RequestContext, sendReply } from '../request-context.ts';
import { actorOf, addressOf, currentSession, isOwnPage, sessionCookie } from './authenticate.ts';
import { z } from 'zod';
import { UUID } from '#contract/patterns.ts';
import {
  type Own,
  addOwnPasskey,
  confirmationOptions,
  endOtherSessions,
  endOwnSession,
  isConfirmed,
  ownPasskeyOptions,
  removeOwnPasskey,
  showAccount,
} from '../../operator/people/account.ts';
import type { InputError, OperatorAnswer } from '../../operator/answer.ts';
import { errorsIn, REQUIRED } from '../../operator/input-errors.ts';
import { ROLES } from '../../operator/roles.ts';
import { readJson } from '../read-request.ts';
import { type SignedIn, openSession } from '../../operator/people/sessions.ts';
import {
  type Accepted,
  acceptInvitation,
  enterSandbox,
  findInvited,
  openInvitation,
} from '../../operator/people/invitations.ts';

interface SessionRouteParts {
  guard: SignInGuard;
  provider: Provider | undefined;
  publicUrl: string | undefined;
}

/** Creates the routes for people: signing in and out, links for a new person, and their own account. */
export function createSessionRoutes(
  context: ServiceContext,
  { guard, provider, publicUrl }: SessionRouteParts,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const parts = {
    context,
    guard,
    provider,
    partyOf: (c: RequestContext) => relyingParty(operatorOrigin(c, publicUrl)),
  };
  app.use('/session/*', ownPagesOnly);
  app.route('/', createSignInRoutes(parts));
  app.route('/', createProviderRoutes(context, { guard, provider, publicUrl }));
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
  guard: SignInGuard;
  /** Undefined if none is configured. */
  provider: Provider | undefined;
  /** Returns the relying party of passkeys, by the address at which operators reach this listener. */
  partyOf: (c: RequestContext) => RelyingParty;
}

const MAX_TEXT = 1_024;

/** Text that a person types. */
const text = z.string().max(MAX_TEXT);

/** A signature by a passkey: to sign in, or to confirm what would turn a stolen session into lasting access. */
const passkey = z.strictObject({ passkey: assertionResponse });

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
 * Returns a handler that requires a session and its person's passkey, so that a stolen session alone gives no lasting
 * access.
 */
function confirmedRoute(parts: SessionParts, handle: OwnHandler) {
  const { context, guard, partyOf } = parts;
  return ownRoute(parts)(async (c, own) => {
    const input = await readInput(c, passkey);
    if (!input.ok) return refuseOperator(c, 'invalid', input);
    if (own.session.issuer !== null) return refuseOperator(c, 'refused', { detail: NO_PASSKEYS });
    return guard(c, own.session.personId, async () => {
      const response = input.data.passkey;
      const confirmation = { response, party: partyOf(c), address: addressOf(c) };
      return (await isConfirmed(context, own.session, confirmation))
        ? handle(c, own)
        : refuseOperator(c, 'invalid', { errors: [WRONG_PASSKEY] });
    });
  });
}

const WRONG_PASSKEY = { pointer: '/passkey', code: 'invalid', detail: 'Is not correct.' };
const NO_PASSKEYS =
  'You sign in at the provider, and have no passkeys here: one would outlast your removal there.';

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

/** Reads a page's input, or returns what is wrong with it. */
async function readInput<Input>(
  c: RequestContext,
  schema: z.ZodType<Input>,
): Promise<{ ok: true; data: Input } | { ok: false; errors: readonly InputError[] }> {
  const given = await readJson(c.req.raw);
  const { data, error } = schema.safeParse(given, { error: REQUIRED });
  return error === undefined
    ? { ok: true, data }
    : { ok: false, errors: errorsIn(error.issues, given) };
}

/** Starts a session, and answers with its cookie. */
async function signedIn(
  context: ServiceContext,
  c: RequestContext,
  who: SignedIn,
  body: object,
): Promise<Response> {
  const agent = c.req.header('user-agent');
  const from = { address: addressOf(c), agent };
  const session = await openSession(context, who, from);
  const { expiresAt, failedBefore } = session;
  const cookie = { 'set-cookie': sessionCookie(c, session) };
  return answer(c, { ...body, expires_at: expiresAt, failed_before: failedBefore }, cookie);
}

/** Creates the routes for who is signed in, signing in by passkey, and signing out. */
function createSignInRoutes({
  context,
  guard,
  provider,
  partyOf,
}: SessionParts): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get('/session/deployment', (c) =>
    answer(c, {
      sandbox: context.testKeys,
      quiet: context.quiet,
      ...(provider && { provider: provider.name }),
    }),
  );
  app.get('/session', async (c) => {
    const session = await currentSession(context, c);
    if (session === undefined) return refuseOperator(c, 'unauthenticated');
    const { email, role, merchantId, expiresAt } = session;
    const { name } = actorOf(session, undefined);
    return answer(c, { name, email, role, merchant: merchantId, expires_at: expiresAt });
  });
  app.post('/session/passkey/options', async (c) =>
    answer(c, await assertionOptions(context, partyOf(c), { to: 'sign in' })),
  );
  app.post('/session/passkey', async (c) => {
    const given = await readInput(c, passkey);
    if (!given.ok) return refuseOperator(c, 'invalid', given);
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
    return answer(c, { done: true }, { 'set-cookie': sessionCookie(c) });
  });
  return app;
}

const UNKNOWN = 'The passkey is unknown or its signature is not valid. Try again.';

const offered = z.strictObject({ token: text });
const invitationToken = z.strictObject({ token: text, email: text.optional() });
const newPasskey = z.strictObject({ name: passkeyName, response: registrationResponse });
const acceptance = z.union([
  invitationToken.extend({ passkey: newPasskey }),
  /** Only for the link of a sandbox, which signs in at once. */
  offered,
]);

/** Creates the routes of links for a new person, or for a person who lost their passkeys. */
function createInvitationRoutes({ context, guard, partyOf }: SessionParts): Hono<Environment> {
  const app = new Hono<Environment>();
  app.post('/session/offer', async (c) => {
    const given = await readInput(c, offered);
    if (!given.ok) return refuseOperator(c, 'invalid', given);
    const opened = await openInvitation(context, given.data.token);
    if (opened === undefined) return refuseOperator(c, 'not_found', { detail: GONE });
    return answer(c, opened);
  });
  app.post('/session/offer/passkey', async (c) => {
    const given = await readInput(c, invitationToken);
    if (!given.ok) return refuseOperator(c, 'invalid', given);
    const invited = await findInvited(context, given.data.token);
    if (invited === undefined) return refuseOperator(c, 'not_found', { detail: GONE });
    const { invitation, id: personId } = invited;
    const email = invited.email ?? given.data.email ?? '';
    const purpose = { to: 'accept', invitationId: invitation.id } as const;
    return answer(c, await registrationOptions(context, partyOf(c), { purpose, personId, email }));
  });
  app.post('/session/accept', async (c) => {
    const given = await readInput(c, acceptance);
    if (!given.ok) return refuseOperator(c, 'invalid', given);
    if (!('passkey' in given.data)) {
      return accepted(context, c, await enterSandbox(context, given.data.token, addressOf(c)));
    }
    const { token, email, passkey: created } = given.data;
    return guard(c, token, async () => {
      const acceptanceOf = { token, email, party: partyOf(c), passkey: created };
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
    const { person } = done;
    const { email, role } = person;
    return signedIn(context, c, { person, way: 'link' }, { email, role });
  }
  return done.errors === 'gone'
    ? refuseOperator(c, 'not_found', { detail: GONE })
    : refuseOperator(c, 'invalid', { errors: done.errors });
}

const GONE = 'The link is not valid, was used, or has expired. Ask for a new one.';

/** Creates the routes by which people see and change their own account, whatever their role. */
function createAccountRoutes(parts: SessionParts): Hono<Environment> {
  const { context } = parts;
  const app = new Hono<Environment>();
  const signedInAs = ownRoute(parts);
  app.get(
    '/session/account',
    signedInAs(async (c, { session }) => {
      const account = await showAccount(context, session);
      return account ? answer(c, account) : refuseOperator(c, 'unauthenticated');
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
  app.post(
    '/session/confirmation',
    signedInAs(async (c, { session }) =>
      answer(c, await confirmationOptions(context, partyOf(c), session)),
    ),
  );
  app.post(
    '/session/passkeys/options',
    confirmedRoute(parts, async (c, { session }) =>
      answer(c, await ownPasskeyOptions(context, partyOf(c), session)),
    ),
  );
  app.post(
    '/session/passkeys',
    signedInAs(async (c, own) => {
      const given = await readInput(c, newPasskey);
      if (!given.ok) return refuseOperator(c, 'invalid', given);
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
    summary: 'Show whether this is a sandbox, and where people sign in.',
    isOpen: true,
    answer: z.object({
      sandbox: z.boolean().describe('True in a sandbox, where no money moves.'),
      quiet: z.boolean().describe('True in a copy that must not act (QUIET=true).'),
      provider: z
        .string()
        .optional()
        .describe('The OpenID Connect provider, if any: GET /session/oidc begins a sign-in there.'),
    }),
  },
  'get /session': {
    summary: 'Show who is signed in.',
    answer: z.object({
      name: z.string().describe('As the audit names the person.'),
      email: z.string(),
      role: z.enum(ROLES),
      merchant: noText.describe("The id of the person's merchant; null for staff."),
      expires_at: instant,
    }),
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
    summary: 'Open a link for a new person, or for a person who lost their passkeys.',
    isOpen: true,
    request: offered,
    answer: z.object({
      email: z.string().optional(),
      role: z.enum(ROLES),
      known: z.boolean().describe('Whether the person exists, and gets a new passkey.'),
      lets_in: z
        .boolean()
        .describe(
          'Whether the link signs in without a passkey: the link that a sandbox prints at its start.',
        ),
      opened_before: noText.describe('When the link was first opened.'),
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
    answer: signedInAnswer,
  },
  'get /session/account': {
    summary: 'Show your own account.',
    answer: z.object({
      email: z.string(),
      role: z.enum(ROLES),
      merchant: noText,
      provider: noText.describe('The provider at which you sign in; null with passkeys.'),
      created_at: instant,
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
  'delete /session/others': { summary: 'End your other sessions.', answer: z.looseObject({}) },
  'delete /session/sessions/{id}': { summary: 'End one of your sessions.', answer: done },
  'post /session/confirmation': {
    summary: 'Start confirming your identity with a passkey.',
    answer: requestOptions,
  },
  'post /session/passkeys/options': {
    summary: 'Start adding a passkey.',
    request: passkey,
    answer: creationOptions,
  },
  'post /session/passkeys': {
    summary: 'Add a passkey.',
    request: newPasskey,
    answer: z.looseObject({}),
  },
  'delete /session/passkeys/{id}': { summary: 'Remove one of your passkeys.', answer: done },
};
