/** Defines which folders may use which, for the rules in .dependency-cruiser.mjs. */

/**
 * The service's folders, and the others that each may use: only folders further down in this table, so that there are
 * no cycles. All may use the platform.
 */
export const SERVICE_EDGES = {
  sandbox: {
    uses: [
      'http',
      'reconciliation',
      'payins',
      'payouts',
      'refunds',
      'disputes',
      'orders',
      'ledger',
      'merchants',
      'webhooks',
      'acquirers',
    ],
    why: 'The sandbox stands in for the outside world and makes merchants as an operator would; no use case may need it.',
  },
  http: {
    uses: [
      'operator',
      'lists',
      'links',
      'payins',
      'payouts',
      'refunds',
      'disputes',
      'orders',
      'ledger',
      'merchants',
      'webhooks',
    ],
    why: 'A route parses, calls a use case and renders; asking an acquirer is a use case.',
  },
  operator: {
    uses: [
      'reconciliation',
      'lists',
      'counters',
      'links',
      'payins',
      'payouts',
      'refunds',
      'disputes',
      'orders',
      'routing',
      'ledger',
      'merchants',
      'webhooks',
      'acquirers',
    ],
    why: "An operator's command is a use case under a name; of acquirers it knows what they describe and check.",
  },
  reconciliation: {
    uses: [
      'lists',
      'counters',
      'payins',
      'payouts',
      'refunds',
      'disputes',
      'orders',
      'ledger',
      'acquirers',
    ],
    why: 'Recurring work calls the same use cases as a request; none of them waits for it.',
  },
  lists: {
    uses: ['counters', 'payins', 'payouts', 'orders', 'merchants'],
    why: 'Lists read what the use cases wrote, by the columns that they name, and change nothing.',
  },
  counters: {
    uses: ['orders'],
    why: 'Hours are counted from what stands in the tables.',
  },
  links: {
    uses: ['payins', 'orders', 'merchants'],
    why: 'A link makes payins as a merchant does; no payin needs a link.',
  },
  payins: {
    uses: ['orders', 'routing', 'ledger', 'merchants', 'acquirers', 'webhooks'],
    why: 'Use cases do not know that HTTP carries them: failures are values, mapped in http/.',
  },
  payouts: {
    uses: ['orders', 'routing', 'ledger', 'merchants', 'acquirers', 'webhooks'],
    why: 'What payins and payouts share stands in orders/; neither needs the other.',
  },
  refunds: {
    uses: ['orders', 'routing', 'ledger', 'merchants', 'acquirers', 'webhooks'],
    why: 'A refund reads the payin that it is of; how payins are paid is no matter of it.',
  },
  disputes: {
    uses: ['orders', 'ledger', 'acquirers', 'webhooks'],
    why: 'A dispute reads the payin that it is of, is moved by what acquirers say, and records its events.',
  },
  orders: {
    uses: ['routing', 'ledger', 'merchants', 'acquirers', 'webhooks'],
    why: 'What payins and payouts share knows neither of them.',
  },
  routing: {
    uses: ['merchants', 'acquirers'],
    why: 'Where an attempt goes is chosen from a method and its routes, whatever order it is for.',
  },
  webhooks: {
    uses: ['merchants'],
    why: 'An event is recorded with its exact body; delivering it must not look back at orders.',
  },
  ledger: {
    uses: ['merchants'],
    why: "The ledger moves money between accounts of a merchant's gates, and knows no orders.",
  },
  merchants: { uses: [], why: 'Merchants are what the other folders build on.' },
  acquirers: {
    uses: [],
    why: 'An adapter speaks to the outside world behind its port and knows nothing of our ledger.',
  },
  platform: {
    uses: ['acquirers'],
    why: 'Everything uses the platform; of its users it knows the port alone, which the context carries.',
  },
};

/** The page's folders, and the others that each may use: again only those further down. */
export const PAGE_EDGES = {
  server: {
    uses: ['docs', 'components', 'browser', 'transfer', 'card-form', 'checkout', 'i18n'],
    why: "Kit keeps it out of the browser; it judges by the form's own rules.",
  },
  docs: {
    uses: [],
    why: 'What the documents and the interface say: it knows no order.',
  },
  components: {
    uses: ['browser', 'transfer', 'card-form', 'checkout', 'i18n'],
    why: 'A component shows what it is given; it asks no server.',
  },
  browser: {
    uses: ['transfer', 'card-form', 'checkout', 'i18n'],
    why: 'The few scripts that a page runs.',
  },
  transfer: {
    uses: ['card-form', 'checkout', 'i18n'],
    why: 'Its fields are those of the card form, which knows nothing of other sources.',
  },
  'card-form': {
    uses: ['checkout', 'i18n'],
    why: 'The form knows what it pays for, and its words.',
  },
  checkout: { uses: ['i18n'], why: 'What is known of an order, whatever page shows it.' },
  i18n: { uses: [], why: 'Words know nothing of who says them.' },
};

/** The operators' console, a separate application. */
export const CONSOLE = '^src/console/';

/** @type {readonly (readonly [name: string, comment: string, from: object, to: object])[]} */
export const CONSOLE_RULES = [
  [
    'console-knows-only-the-domain',
    "It asks the operators' interface as any client does; of the rest it shares the rules of money and cards.",
    { path: CONSOLE },
    { path: '^src/', pathNot: [CONSOLE, '^src/domain/'] },
  ],
  [
    'console-is-for-operators-alone',
    "Nothing of it stands among the payment page's files, which the public listener serves.",
    { path: '^src/', pathNot: CONSOLE },
    { path: CONSOLE },
  ],
  [
    'console-runs-in-the-browser',
    'All of it is sent to a browser, which has no Node modules.',
    { path: CONSOLE, pathNot: ['\\.test\\.ts$', '\\.config\\.(js|ts)$'] },
    { dependencyTypes: ['core'] },
  ],
];
