import { html, type Html } from './html.ts';
import { withLanguage, type CodeLanguage } from './samples.ts';

interface Topic {
  path: string;
  title: string;
  description: string;
}

const TOPICS: readonly Topic[] = [
  {
    path: '/docs/quick-start',
    title: 'Quick start',
    description: 'From an empty folder to a paid order and its verified webhook.',
  },
  {
    path: '/docs/payments',
    title: 'Take payments',
    description: 'Create an order, send the shopper to its pay_url, read its result.',
  },
  {
    path: '/docs/links',
    title: 'Give out links to pay',
    description: 'One address, on an invoice or as a QR code, that makes the order itself.',
  },
  {
    path: '/docs/payouts',
    title: 'Pay others',
    description: 'Send money from a balance to a card, an account or a wallet.',
  },
  {
    path: '/docs/refunds',
    title: 'Refund',
    description: 'Return a payment, in full or in part.',
  },
  {
    path: '/docs/disputes',
    title: 'Handle disputes',
    description: 'Learn of a chargeback, its deadline and what it costs.',
  },
  {
    path: '/docs/webhooks',
    title: 'Receive webhooks',
    description: 'Verify each request, list past ones, have one sent again.',
  },
  {
    path: '/docs/testing',
    title: 'Test',
    description: 'Every outcome on demand, and what otherwise takes time.',
  },
  {
    path: '/docs/errors',
    title: 'Handle errors',
    description: 'What each status means, and what to repeat.',
  },
  {
    path: '/docs/going-live',
    title: 'Go live',
    description: 'From the sandbox to real money.',
  },
  {
    path: '/docs/reference/payins',
    title: 'Look it up',
    description: 'Every operation with its members, examples and errors.',
  },
];

/** Renders the first page: the guides, and this deployment's addresses. */
export function overview(serverUrl: string, language: CodeLanguage): Html {
  return html`<p>
      You create orders over a signed HTTP interface. Shoppers pay on a hosted page, and webhooks
      report the result.
    </p>
    <ul class="topics">
      ${TOPICS.map(
        ({ path, title, description }) =>
          html`<li>
            <h2><a href="${withLanguage(path, language)}">${title}</a></h2>
            <p>${description}</p>
          </li>`,
      )}
    </ul>
    <h2 id="here">This deployment</h2>
    <ul>
      <li>Interface: <code>${serverUrl}/api/v1</code></li>
      <li>
        OpenAPI 3.1: <a href="${serverUrl}/api/v1/openapi.json">/api/v1/openapi.json</a> and, for
        the developer API,
        <a href="${serverUrl}/api/merchant/v1/openapi.json">/api/merchant/v1/openapi.json</a>
      </li>
      <li>For agents: <a href="/llms.txt">/llms.txt</a></li>
    </ul>`;
}
