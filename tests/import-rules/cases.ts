/** A file, what it imports, and the rules that refuse that. */
export interface Case {
  readonly file: string;
  readonly imports: string;
  readonly breaks: readonly string[];
}

type Row = readonly [file: string, imports: string, ...breaks: string[]];

const cases = (rows: readonly Row[]): Case[] =>
  rows.map(([file, imports, ...breaks]) => ({ file, imports, breaks }));

const PRODUCTION_ONLY = 'service-runs-on-production-dependencies';

/** At least one for each rule. */
export const VIOLATIONS = cases([
  ['src/domain/v1.ts', '#contract/patterns.ts', 'domain-imports-nothing'],
  ['src/domain/v2.ts', 'node:crypto', 'domain-imports-nothing'],
  ['src/domain/v3.ts', 'zod', 'domain-imports-nothing'],
  ['src/domain/v4.test.ts', '#contract/patterns.ts', 'domain-tests-stay-outside-the-rooms'],
  ['src/contract/v1.ts', '#service/config.ts', 'contract-knows-only-the-domain'],
  ['src/contract/v2.ts', '../lib/part.ts', 'contract-knows-only-the-domain'],
  ['src/contract/v3.ts', 'node:crypto', 'contract-runs-anywhere'],
  ['src/contract/signature-v.ts', 'node:fs', 'contract-signs-with-crypto-alone'],
  ['src/contract/v4.ts', 'hono', 'contract-needs-only-zod'],
  ['src/contract/v5.ts', '$app/environment', 'sveltekit-stays-in-the-page'],
  ['src/service/http/v1.ts', '../../lib/part.ts', 'service-knows-no-page'],
  ['src/service/v2.ts', '../server.ts', 'service-knows-no-page'],
  ['src/service/v9.ts', '$lib/part.ts', 'service-knows-no-page'],
  ['src/service/v3.ts', '@sveltejs/kit', 'sveltekit-stays-in-the-page', PRODUCTION_ONLY],
  ['src/lib/server/v1.ts', '#service/config.ts', 'page-reaches-the-service-by-http'],
  ['src/routes/v/+page.server.ts', '#service/orders/verb.ts', 'page-reaches-the-service-by-http'],
  ['src/hooks.server.ts', '#service/config.ts', 'page-reaches-the-service-by-http'],
  ['src/lib/server/v2.ts', 'kysely', 'page-opens-no-database'],
  ['src/lib/v3.ts', 'node:fs', 'page-uses-node-on-the-server-only'],
  ['src/lib/V4.svelte', 'node:os', 'page-uses-node-on-the-server-only'],
  ['src/server.ts', '#service/config.ts', 'server-joins-the-two-halves'],
  ['src/server/v1.ts', '#contract/patterns.ts', 'server-joins-the-two-halves'],
  ['src/server.ts', 'hono', 'server-needs-only-its-http-adapter'],
  ['src/service/http/v4.ts', '../providers/verb.ts', 'service-http-edges'],
  ['src/service/orders/v1.ts', '../http/verb.ts', 'service-orders-edges'],
  ['src/service/webhooks/v1.ts', '../orders/verb.ts', 'service-webhooks-edges'],
  ['src/service/ledger/v1.ts', '../orders/verb.ts', 'service-ledger-edges'],
  ['src/service/merchants/v1.ts', '../orders/verb.ts', 'service-merchants-edges'],
  ['src/service/providers/v1.ts', '../ledger/verb.ts', 'service-providers-edges'],
  ['src/service/operator/v1.ts', '../providers/verb.ts', 'service-operator-edges'],
  ['src/service/sandbox/v1.ts', '../http/verb.ts', 'service-sandbox-edges'],
  ['src/service/database/v1.ts', '../orders/verb.ts', 'service-database-edges'],
  ['src/service/reports/v1.ts', '../orders/verb.ts', 'service-folders-are-listed'],
  ['src/service/http/v5.ts', '../ledger/verb.ts', 'http-only-reads-the-ledger'],
  ['src/service/orders/v2.ts', 'hono', 'http-framework-stays-in-http'],
  ['src/service/providers/v2.ts', '@hono/node-server', 'http-framework-stays-in-http'],
  ['src/service/orders/v3.ts', 'pg', 'database-drivers-stay-in-database'],
  ['src/service/ledger/v2.ts', '@electric-sql/pglite', 'database-drivers-stay-in-database'],
  ['src/service/v4.ts', './service.ts', 'composition-root-is-the-top'],
  ['src/service/circle/a.ts', './b.ts', 'no-circular-imports'],
  ['src/service/circle/b.ts', './a.ts', 'no-circular-imports'],
  ['src/service/v5.ts', '../../tests/support/factory.ts', 'product-imports-no-tests'],
  ['src/service/v6.ts', './some.test.ts', 'product-imports-no-tests'],
  ['src/service/v7.ts', 'fast-check', PRODUCTION_ONLY],
  ['src/service/v8.ts', './nowhere.ts', 'imports-resolve'],
]);

/** The other side of the line: what the same rules must leave alone. */
export const ALLOWED = cases([
  ['src/domain/ok1.ts', './money.ts'],
  ['src/domain/ok2.test.ts', 'vitest'],
  ['src/domain/ok3.test.ts', 'node:crypto'],
  ['src/contract/ok1.ts', '#domain/money.ts'],
  ['src/contract/ok2.ts', 'zod'],
  ['src/contract/signature-ok.ts', 'node:crypto'],
  ['src/service/http/ok1.ts', 'hono'],
  ['src/service/http/ok2.ts', '../orders/verb.ts'],
  ['src/service/http/ok3.ts', '../ledger/read-something.ts'],
  ['src/service/orders/ok1.ts', '../providers/verb.ts'],
  ['src/service/orders/ok2.ts', '../database/verb.ts'],
  ['src/service/orders/ok3.ts', 'kysely'],
  ['src/service/orders/ok4.ts', '#service/config.ts'],
  ['src/service/webhooks/ok1.ts', '../merchants/verb.ts'],
  ['src/service/database/ok1.ts', 'pg'],
  ['src/service/ok1.ts', 'node:fs'],
  ['src/lib/ok1.ts', '#contract/patterns.ts'],
  ['src/lib/ok2.ts', '$app/environment'],
  ['src/lib/Ok3.svelte', '$lib/part.ts'],
  ['src/lib/server/ok4.ts', 'node:fs'],
  ['src/routes/ok/+page.server.ts', './$types'],
  ['src/service/http/ok4.ts', '../operator/verb.ts'],
  ['src/server.ts', '#service/service.ts'],
  ['src/server.ts', './server/part.ts'],
  ['src/server.ts', '@hono/node-server'],
  ['src/server.ts', 'node:http'],
]);
