import type { Hono } from 'hono';
import { acceptInvitation } from '../../operator/people/accept-invitation.ts';
import { openInvitation, type Offer } from '../../operator/people/open-invitation.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { addressOf } from '../operator-actor.ts';
import type { PasswordGuard } from '../password-guard.ts';
import { readBody } from '../read-body.ts';
import { sendReply, type Environment, type RequestContext } from '../request-context.ts';

/** Where a link leads: whoever opens it chooses a password and takes a second factor. It needs no script. */
export function addInvitePage(
  app: Hono<Environment>,
  context: ServiceContext,
  guard: PasswordGuard,
): void {
  app.get('/invite/:token', async (c) => {
    const offer = await openInvitation(context, c.req.param('token'));
    return offer === undefined ? page(c, 404, GONE) : page(c, 200, form(offer, []));
  });
  app.post('/invite/:token', async (c) => {
    const token = c.req.param('token');
    return guard(c, token, async () => {
      const offer = await openInvitation(context, token);
      if (offer === undefined) return page(c, 404, GONE);
      const accepted = await acceptInvitation(
        context,
        { token, ...(await typed(c)) },
        addressOf(c),
      );
      if (accepted.ok) return page(c, 200, done(accepted.recoveryCodes));
      return accepted.problems === 'gone'
        ? page(c, 404, GONE)
        : page(c, 400, form(offer, accepted.problems));
    });
  });
}

async function typed(c: RequestContext) {
  const body = await readBody(c.req.raw);
  const fields = new URLSearchParams(typeof body === 'string' ? '' : Buffer.from(body).toString());
  const [email, password, code] = ['email', 'password', 'code'].map(
    (name) => fields.get(name) ?? '',
  );
  return { email, password, factor: { code: code ?? '' } };
}

const GONE = '<p>The link is none, was used, or has expired. Ask for another one.</p>';

function form({ email, role, known, totp }: Offer, problems: readonly string[]): string {
  const who = email === undefined ? EMAIL_FIELD : `<p>E-mail: ${escape(email)}</p>`;
  const password = known ? 'Your password' : 'A password of at least 12 characters';
  return `${problems.map((problem) => `<p role="alert">${escape(problem)}</p>`).join('\n')}
<p>Role: ${escape(role)}</p>
<form method="post">
${who}
<p><label>${password}<br><input type="password" name="password" required maxlength="1000"
  autocomplete="${known ? 'current-password' : 'new-password'}"></label></p>
<p>Add this key to an authenticator app, or <a href="${escape(totp.uri)}">open it there</a>:<br>
<code>${escape((totp.secret.match(/.{4}/g) ?? []).join(' '))}</code></p>
<p><label>The six digits that it shows<br><input name="code" required inputmode="numeric"
  autocomplete="one-time-code" maxlength="20"></label></p>
<p><button>Accept</button></p>
</form>`;
}

const EMAIL_FIELD = `<p><label>E-mail<br><input type="email" name="email" required maxlength="254"
  autocomplete="username"></label></p>`;

function done(recoveryCodes: readonly string[]): string {
  return `<p>Done: you can sign in now.</p>
<p>Keep these codes where only you find them. Each is good once in the place of the six digits, and they are
not shown again:</p>
<pre>${recoveryCodes.join('\n')}</pre>`;
}

/** The link is a secret: it stands in no log, no cache and no Referer. */
function page(c: RequestContext, status: number, content: string): Response {
  const body = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tollgate: operators</title>
<h1>Operate Tollgate</h1>
${content}
</html>
`;
  return sendReply(c, { status, headers: HEADERS, body }, { path: '/invite' });
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
