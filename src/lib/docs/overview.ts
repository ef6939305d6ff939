import { html, type Html } from './html.ts';
import { withLanguage, type CodeLanguage } from './languages.ts';

interface Door {
  path: string;
  title: string;
  says: string;
}

const DOORS: readonly Door[] = [
  {
    path: '/docs/quick-start',
    title: 'Quick start',
    says: 'From an empty folder to a paid order, its webhook verified, and a payout.',
  },
  {
    path: '/docs/payments',
    title: 'Take payments',
    says: 'Create an order, send the shopper to its pay_url, find out what became of it.',
  },
  {
    path: '/docs/payouts',
    title: 'Pay others',
    says: 'From a balance to a card, an account or a wallet.',
  },
  {
    path: '/docs/webhooks',
    title: 'Be told',
    says: 'Verify what we send, look back, have it sent again.',
  },
  {
    path: '/docs/testing',
    title: 'Test',
    says: 'Every outcome on demand, and a clock that you move.',
  },
  {
    path: '/docs/reference/payins',
    title: 'Look something up',
    says: 'Every operation with its members, examples and refusals.',
  },
];

/** The first page: where the interface is, and the ways on. */
export const overview = (serverUrl: string, language: CodeLanguage): Html =>
  html`<p>
      Orders are created over a signed HTTP interface; shoppers pay on a hosted page, and webhooks
      tell what became of it.
    </p>
    <ul class="doors">
      ${DOORS.map(
        ({ path, title, says }) =>
          html`<li>
            <h2><a href="${withLanguage(path, language)}">${title}</a></h2>
            <p>${says}</p>
          </li>`,
      )}
    </ul>
    <h2 id="here">This deployment</h2>
    <ul>
      <li>Interface: <code>${serverUrl}/api/v1</code></li>
      <li>
        OpenAPI 3.1: <a href="${serverUrl}/api/v1/openapi.json">/api/v1/openapi.json</a> and, of
        merchants' tools,
        <a href="${serverUrl}/api/merchant/v1/openapi.json">/api/merchant/v1/openapi.json</a>
      </li>
      <li>For agents: <a href="/llms.txt">/llms.txt</a></li>
    </ul>`;
