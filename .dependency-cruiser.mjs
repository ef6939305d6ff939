/**
 * The import rules: the table of docs/architecture.md as code. Each rule says why it exists; tests/import-rules
 * breaks every one of them.
 */

import { CONSOLE, CONSOLE_RULES, PAGE_EDGES, SERVICE_EDGES } from './.dependency-cruiser.edges.mjs';

/**
 * @typedef {import('dependency-cruiser').IRegularForbiddenRuleType} Rule
 * @param {string} name
 * @param {string} comment why the rule is there
 * @param {Rule['from']} from
 * @param {Rule['to']} to
 * @returns {Rule}
 */
const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

const TEST = '\\.(test|spec)\\.ts$';
const NPM = 'node_modules/';
/** @param {string[]} names */
const npm = (...names) => `node_modules/(${names.join('|')})/`;

const DOMAIN = '^src/domain/';
const CONTRACT = '^src/contract/';
const SERVICE = '^src/service/';
/** The sandbox's interface for its simulated pages of the issuer and of the payer's bank. */
const SANDBOX_ROUTES = '^src/service/sandbox/routes\\.ts$';
/** The package that a merchant's developer installs. */
const PACKAGE = '^packages/tollgate/';
/** Its tests of a deployment, which start one of ours if no address is given. */
const CONFORMANCE = '^packages/tollgate/conformance/';
const COMPOSITION_ROOT = '^src/service/service\\.ts$';
/** The modules of the service that server.ts uses before it has a service, or without one. */
const BEFORE_THE_SERVICE = '^src/service/(start|process)\\.ts$';
/** The program's entry, and the files that belong to it. */
const SERVER = '^src/server(\\.ts$|/)';
/** The page: its parts, its routes and Kit's own entry files. */
const PAGE = '^src/(lib/|routes/|hooks\\.|params/|app\\.d\\.ts$)';
/** The page's files that Kit keeps out of the browser. */
const PAGE_ON_THE_SERVER = '(^src/lib/server/|\\.server\\.ts$|\\+server\\.ts$)';
const SVELTEKIT = '(^\\$(app|env|lib|service-worker)(/|$)|node_modules/(@sveltejs|svelte)/)';

/** @param {string[]} names */
const serviceFolder = (...names) => `^src/service/(${names.join('|')})/`;

const serviceEdges = Object.entries(SERVICE_EDGES).map(([folder, { uses, why }]) =>
  forbid(
    `service-${folder}-edges`,
    why,
    { path: serviceFolder(folder), pathNot: TEST },
    { path: '^src/service/[^/]+/', pathNot: serviceFolder(folder, 'platform', ...uses) },
  ),
);

const rooms = [
  forbid(
    'domain-imports-nothing',
    'Rules of money, cards and orders stay true whatever carries, shows or stores them.',
    { path: DOMAIN, pathNot: TEST },
    { pathNot: DOMAIN },
  ),
  forbid(
    'domain-tests-stay-outside-the-rooms',
    'A test of domain/ that needs another room tests something else.',
    { path: `${DOMAIN}.*${TEST}` },
    { path: '^src/', pathNot: DOMAIN },
  ),
  forbid(
    'contract-knows-only-the-domain',
    'The interface is what both sides share: it must not know how either side works.',
    { path: CONTRACT },
    { path: '^src/', pathNot: [CONTRACT, DOMAIN] },
  ),
  forbid(
    'contract-runs-anywhere',
    'The browser takes patterns from contract/. Only signing needs Node, for its HMAC.',
    { path: CONTRACT, pathNot: [TEST, '^src/contract/signature/'] },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'contract-signs-with-crypto-alone',
    'Signing is a function of bytes and a key; no file, no network, no clock of its own.',
    { path: '^src/contract/signature/', pathNot: TEST },
    { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
  ),
  forbid(
    'contract-needs-only-zod',
    'A merchant could take contract/ as it is: each package it needs is one they need.',
    { path: CONTRACT, pathNot: TEST },
    { path: NPM, pathNot: npm('zod') },
  ),
  forbid(
    'package-knows-only-the-contract',
    "It goes into a merchant's project: all of ours that it needs is bundled with it.",
    { path: PACKAGE, pathNot: [TEST, CONFORMANCE] },
    { path: '^(src|tests|bench|drills|scripts)/', pathNot: [CONTRACT, DOMAIN] },
  ),
  forbid(
    'package-is-for-others',
    'Nothing here needs what merchants install; what both need stands in contract/.',
    { path: '^src/', pathNot: TEST },
    // The package's documentation is shown with the other documents.
    { path: PACKAGE, pathNot: String.raw`\.md$` },
  ),
  forbid(
    'package-needs-only-zod',
    'Each package it needs would be one that every merchant installs.',
    { path: PACKAGE, pathNot: [TEST, CONFORMANCE, `${PACKAGE}mcp/`, `${PACKAGE}cli/`] },
    { path: NPM, pathNot: npm('zod') },
  ),
  forbid(
    'package-bundles-only-its-tools',
    'The packages of the protocol and of the command line are bundled with what uses them; nothing else comes along.',
    { path: [`${PACKAGE}mcp/`, `${PACKAGE}cli/`], pathNot: TEST },
    { path: NPM, pathNot: npm('zod', 'commander', '@modelcontextprotocol/sdk') },
  ),
  forbid(
    'service-knows-no-page',
    'The service runs without a page; the page is one client among others.',
    { path: SERVICE },
    { path: [PAGE, SERVER] },
  ),
  forbid(
    'page-reaches-the-service-by-http',
    'The page goes by the signed client only, so that it can stand before any deployment.',
    { path: PAGE },
    { path: [SERVICE, SERVER] },
  ),
  forbid(
    'page-opens-no-database',
    'The page has no data of its own: the order decides what it shows, on every request.',
    { path: PAGE },
    { path: npm('kysely', 'pg', '@electric-sql/pglite') },
  ),
  forbid(
    'page-uses-node-on-the-server-only',
    'Whatever is not a server file ends up in the browser, which has no Node modules.',
    { path: PAGE, pathNot: [TEST, PAGE_ON_THE_SERVER] },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'sveltekit-stays-in-the-page',
    'Nothing outside the page breaks when its framework changes.',
    { path: '^src/', pathNot: [PAGE, CONSOLE] },
    { path: SVELTEKIT },
  ),
  forbid(
    'server-joins-the-two-halves',
    'server.ts puts the service and the built page on one port and decides nothing else.',
    { path: SERVER },
    { path: '^src/', pathNot: [SERVER, COMPOSITION_ROOT, BEFORE_THE_SERVICE] },
  ),
  forbid(
    'server-loads-the-service-last',
    'What does not start, and the page alone, would load a thousand modules for nothing: types, or import().',
    { path: SERVER, pathNot: TEST },
    { path: COMPOSITION_ROOT, dependencyTypesNot: ['type-only', 'dynamic-import'] },
  ),
  forbid(
    'server-needs-only-its-http-adapter',
    'vite is the page in development, sirv sends the console, ipaddr.js tells who asks; whatever else server.ts wants belongs in a room.',
    { path: SERVER, pathNot: TEST },
    { path: NPM, pathNot: npm('@hono/node-server', 'vite', 'ipaddr.js', 'sirv') },
  ),
];

const DATABASE = '^src/service/platform/database/';

const service = [
  ...serviceEdges,
  forbid(
    'database-knows-none-of-its-users',
    'Everything uses the database; it must not know what is kept in it, or why.',
    { path: DATABASE, pathNot: TEST },
    { path: '^src/service/', pathNot: '^src/service/platform/' },
  ),
  forbid(
    'events-do-not-wait-for-delivery',
    'Recording an event is part of a transaction; delivering it is not, and comes after.',
    { path: '^src/service/webhooks/record[.]ts$' },
    { path: '^src/service/webhooks/(deliver|send|post|queues)[.]ts$' },
  ),
  forbid(
    'service-folders-are-listed',
    'A new folder gets its row in the table of edges before it uses another one.',
    {
      path: '^src/service/([^/]+)/',
      pathNot: [TEST, serviceFolder(...Object.keys(SERVICE_EDGES))],
    },
    { path: '^src/service/[^/]+/', pathNot: ['^src/service/$1/', serviceFolder('platform')] },
  ),
  forbid(
    'http-only-reads-the-ledger',
    'Money moves in a use case, in the transaction that gives the reason for it.',
    { path: serviceFolder('http'), pathNot: TEST },
    { path: serviceFolder('ledger'), pathNot: '/balances\\.ts$' },
  ),
  forbid(
    'adapters-know-the-port-alone',
    'An adapter could be written by a stranger from the port; no platform, no other adapter.',
    { path: '^src/service/acquirers/([^/]+)/', pathNot: TEST },
    {
      path: SERVICE,
      pathNot: ['^src/service/acquirers/[^/]+\\.ts$', '^src/service/acquirers/$1/'],
    },
  ),
  forbid(
    'acquirers-packages-stay-in-their-adapters',
    "An acquirer's package is loaded by its adapter, when a terminal of it is first used.",
    { path: '^src/', pathNot: [TEST, '^src/service/acquirers/(stripe|adyen)/'] },
    { path: npm('stripe', '@adyen/api-library') },
  ),
  forbid(
    'http-framework-stays-in-http',
    'Everything behind http/ can be called from a job or a test as well.',
    { path: SERVICE, pathNot: [TEST, serviceFolder('http'), SANDBOX_ROUTES, COMPOSITION_ROOT] },
    { path: npm('hono', '@hono/[^/]+') },
  ),
  forbid(
    'database-drivers-stay-in-database',
    'Which engine runs is decided in one place; the rest sees Kysely.',
    { path: SERVICE, pathNot: [TEST, DATABASE] },
    { path: npm('pg', '@electric-sql/pglite') },
  ),
  forbid(
    'composition-root-is-the-top',
    'service.ts makes everything and hands it down; a module that imports it turns that round.',
    { path: '^src/', pathNot: [TEST, SERVER, COMPOSITION_ROOT] },
    { path: [COMPOSITION_ROOT, BEFORE_THE_SERVICE] },
  ),
];

/** @param {string[]} names */
const libFolder = (...names) => `^src/lib/(${names.join('|')})/`;

const page = Object.entries(PAGE_EDGES).map(([folder, { uses, why }]) =>
  forbid(
    `page-${folder}-edges`,
    why,
    { path: libFolder(folder), pathNot: TEST },
    { path: '^src/lib/[^/]+/', pathNot: libFolder(folder, ...uses) },
  ),
);

const operators = CONSOLE_RULES.map(([name, comment, from, to]) => forbid(name, comment, from, to));

const everywhere = [
  forbid(
    'no-circular-imports',
    'Two files in a circle are one file that cannot be read, or loaded, by halves.',
    {},
    { circular: true },
  ),
  forbid(
    'product-imports-no-tests',
    'What runs in production must not depend on what only proves it.',
    { path: '^src/', pathNot: TEST },
    { path: [TEST, '^(tests|bench|drills|scripts)/'] },
  ),
  forbid(
    'service-runs-on-production-dependencies',
    'Nothing bundles these rooms: a development package would be missing where they run.',
    { path: [DOMAIN, CONTRACT, SERVICE], pathNot: TEST },
    { dependencyTypes: ['npm-dev'] },
  ),
  forbid(
    'imports-resolve',
    'An import that leads nowhere escapes every other rule.',
    // The page that ours is compared with has separate packages, installed when it is measured.
    { pathNot: '^bench/page/adyen/' },
    { couldNotResolve: true, pathNot: '^(\\$(app|env|service-worker)/|\\./\\$types$)' },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...rooms, ...service, ...page, ...operators, ...everywhere],
  options: {
    doNotFollow: { path: ['node_modules', '^build/'] },
    exclude: { path: '(^|/)\\.svelte-kit/|^bench/page/[^/]+/(build|dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    webpackConfig: { fileName: '.dependency-cruiser.resolve.mjs' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'svelte', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.svelte', '.d.ts'],
    },
  },
};
