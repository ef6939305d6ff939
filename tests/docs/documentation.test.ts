/** Tests the documents' tables against the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBLEM_NAMES } from '#contract/problem.ts';
import { DISPUTE_MATRIX, type DisputeEventRow } from '#domain/dispute/decision.ts';
import { DISPUTE_STEPS } from '#domain/dispute/status.ts';
import { PAYIN_MATRIX, RECEIPT_MATRIX, type ReceiptRow } from '#domain/order/payin-settlement.ts';
import {
  PAYIN_TRANSITIONS,
  PAYOUT_TRANSITIONS,
  REFUND_TRANSITIONS,
} from '#domain/order/transition.ts';
import { PAYOUT_MATRIX } from '#domain/order/payout-settlement.ts';
import { REFUND_MATRIX } from '#domain/order/refund-settlement.ts';
import { RESOLUTION_CODES } from '#domain/order/resolution.ts';
import type { SettlementRow } from '#domain/order/settlement-matrix.ts';
import { isUnderWay, ORDER_STATUSES, type OrderStatus } from '#domain/order/status.ts';
import { problemAnchor, PROBLEMS } from '#service/http/problems.ts';
import { describe, expect, it } from 'vitest';
import { CARDS } from '../../src/lib/server/shop.ts';
import { inputSchema, optionName, optionsOf } from '#service/operator/command-options.ts';
import { findCommand } from '#service/operator/commands.ts';
import { behaviourOf, BY_CARD } from '#service/sandbox/cards.ts';
import { BLOCKED_CARD } from '#service/sandbox/methods.ts';
import { PROJECT } from '../support/documents.ts';
import { makeGuide } from '../../vite/make-guide.ts';
import { problemSections } from '../../vite/problem-sections.ts';

function read(path: string) {
  return readFileSync(join(PROJECT, path), 'utf8');
}

function found(text: string, pattern: RegExp) {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '').toSorted();
}

/** Returns the trimmed cells of every row of a document's tables. */
function rows(path: string): string[][] {
  return read(path)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\|\s*|\s*\|$/g, '').trim()));
}

describe('configuration', () => {
  const schemas =
    read('src/service/platform/config-variables.ts') +
    read('src/service/sandbox/settings.ts') +
    read('src/contract/environment.ts') +
    read('src/lib/server/page-config.ts');
  const inCode = [...new Set(found(schemas, /(?:^ {2}|\{ )([A-Z][A-Z_]+):/gm))].toSorted();

  it('is found in the code', () => {
    expect(inCode).toEqual(expect.arrayContaining(['PORT', 'SANDBOX', 'ORDERS_API_URL']));
  });

  it('is listed completely in .env.example', () => {
    expect(found(read('.env.example'), /^#?([A-Z][A-Z_]+)=/gm)).toEqual(inCode);
  });

  it('is listed completely in docs/configuration.md', () => {
    expect(found(read('docs/configuration.md'), /^\| ([A-Z][A-Z_]+) +\|/gm)).toEqual(inCode);
  });
});

describe('database rights', () => {
  const [, rights = ''] =
    /\n### Rights\n([\s\S]*?)(?:\n## |$)/.exec(read('docs/configuration.md')) ?? [];
  const listed = (pattern: RegExp) => (pattern.exec(rights)?.[1] ?? '').split(/,\s*/).toSorted();
  const statements = readdirSync(join(PROJECT, 'src/service'), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.includes('/migrations/'))
    .map((name) => read(`src/service/${name}`))
    .join('\n');
  const changed = (kysely: string, sql: string) =>
    new Set([
      ...found(statements, new RegExp(`\\.${kysely}\\('(\\w+)'\\)`, 'g')),
      ...found(statements, new RegExp(`${sql} (\\w+)`, 'g')),
    ]);

  it('let the service delete exactly from the tables that it deletes from', () => {
    expect(listed(/grant delete on ([\w,\s]+?) to /)).toEqual(
      [...changed('deleteFrom', 'delete from')].toSorted(),
    );
  });

  it('let the service update all tables and columns that it updates', () => {
    const refused = listed(/revoke update on ([\w,\s]+?) from /);
    const updated = changed('updateTable', 'update');
    expect(refused.filter((table) => updated.has(table))).toEqual([]);
    expect(refused).toContain('audit');
  });
});

const EVERYWHERE = ['--json', '--reason', '--help', '--limit', '--after'];

function optionsIn(text: string): string[] {
  return text.match(/--[a-z][\w-]*/g) ?? [];
}

/** Returns the long options of a command; undefined if there is no such command. */
function optionsTaken(name: string): string[] | undefined {
  const command = findCommand(name);
  return command && optionsOf(inputSchema(command)).map((each) => optionName(`/${each.name}`));
}

describe('operator commands', () => {
  it('are spelled in the documents as accepted', () => {
    expect(optionsTaken('alerts add')).toEqual(
      expect.arrayContaining(['--to', '--role', '--about']),
    );
    const written = markdownIn('docs').flatMap((path) =>
      [
        ...read(path).matchAll(/(?:operator (?:-- )?|`)([a-z]+ [a-z-]+|apply)([^`\n#|>]*)/g),
      ].flatMap(([said, name = '', rest = '']) => {
        const known = optionsTaken(name);
        const everywhere = findCommand(name)?.isDownload ? ['--file', ...EVERYWHERE] : EVERYWHERE;
        const isTaken = (option: string) => [...(known ?? []), ...everywhere].includes(option);
        return known === undefined || optionsIn(rest).every(isTaken) ? [] : `${path}: ${said}`;
      }),
    );
    expect(written).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  it.each(found(read('CONTRIBUTING.md'), /`((?:src|tests)\/[^`]+)`/g))('names %s', (path) => {
    expect(exists(join(PROJECT, path))).toBe(true);
  });
});

describe('the cards of the sandbox', () => {
  const digits = (text: string) => text.replaceAll(' ', '');
  const cards = [...BY_CARD.keys(), BLOCKED_CARD];

  it('are all listed by the demo shop, including an approved one', () => {
    const [approved = '', ...others] = CARDS.map(({ number }) => digits(number));
    expect(behaviourOf(approved, 1_000n)).toMatchObject({ does: 'approve', afterMs: 0 });
    expect(others.toSorted()).toEqual(cards.toSorted());
  });
});

describe('resolution codes', () => {
  it('are all described', () => {
    expect(found(read('docs/resolution-codes.md'), /^\| ([A-Z][A-Z_]+) +\|/gm)).toEqual(
      RESOLUTION_CODES.toSorted(),
    );
  });
});

describe('problems', () => {
  it('are named for clients, each once', () => {
    const names = Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[];
    expect(PROBLEM_NAMES.toSorted()).toEqual(names.map(problemAnchor).toSorted());
  });

  it('are all sections of the page that is built', () => {
    const markdown = `${read('docs/problems.md')}\n${problemSections()}`;
    const titles = makeGuide(markdown, (url) => url).sections.map(({ title }) => title);
    expect(titles).toEqual(Object.values(PROBLEMS).map(([, , title]) => title));
  });
});

describe('states', () => {
  it('have a row for every transition, and no other', () => {
    const written = rows('docs/states.md')
      .filter(([from = '']) => /^(?:–|[A-Z_]+)$/.test(from))
      .map(([from, to, cause]) => `${from} ${to} ${cause}`);
    const known = [...PAYIN_TRANSITIONS, ...PAYOUT_TRANSITIONS, ...REFUND_TRANSITIONS];
    expect(written.toSorted()).toEqual(
      known.map(({ from, to, cause }) => `${from ?? '–'} ${to} ${cause}`).toSorted(),
    );
  });

  it.each<[string, string[]]>([
    ['Settlement of a payin', PAYIN_MATRIX.map(toSettlementRow)],
    ['Receipts of a payin', RECEIPT_MATRIX.map(toReceiptRow)],
    ['Settlement of a payout', PAYOUT_MATRIX.map(toSettlementRow)],
    ['Settlement of a refund', REFUND_MATRIX.map(toSettlementRow)],
    ['Events of a dispute', DISPUTE_MATRIX.map(toEventRow)],
  ])('print the matrix of the code: %s', (heading, wanted) => {
    const [, section = ''] = read('docs/states.md').split(`\n### ${heading}\n`);
    const [printed = ''] = section.split(/\n##/);
    const [, , ...lines] = printed.split('\n').filter((line) => line.startsWith('|'));
    expect(lines).toEqual(wanted);
  });

  it('have a row for every step of a dispute, and no other', () => {
    const written = rows('docs/states.md')
      .filter(([stage = '']) => /^\d+$/.test(stage))
      .map(([stage, step, status, money]) => `${stage} ${step} ${status} ${money?.split(':')[0]}`);
    expect(written).toEqual(
      Object.entries(DISPUTE_STEPS).map(
        ([step, { stage, status, money }]) => `${stage} ${step} ${status} ${money}`,
      ),
    );
  });
});

describe('decision records', () => {
  const folder = 'docs/decisions';
  const records = readdirSync(join(PROJECT, folder)).filter((name) => name !== 'README.md');

  it('have unique numbers', () => {
    const numbers = records.map((name) => name.slice(0, 3));
    expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
  });

  it.each(records)('%s has its number, its three headings, and an entry in the index', (name) => {
    const record = read(`${folder}/${name}`);
    expect(record).toMatch(new RegExp(`^# ${name.slice(0, 3)} \\S`));
    expect(found(record, /^## (.+)$/gm)).toEqual(['Consequences', 'Context', 'Decision']);
    expect(read(`${folder}/README.md`)).toContain(`](${name})`);
  });
});

describe('links between documents', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', ...markdownIn('docs')];

  it.each(documents)('of %s are not broken', (path) => {
    const targets = found(read(path), /\]\((?!https?:|#)([^)#]+)/g);
    const folder = join(PROJECT, path, '..');
    const dead = targets.filter((target) => !exists(join(folder, target)));
    expect(dead).toEqual([]);
  });
});

function markdownIn(folder: string): string[] {
  const names = readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

function exists(path: string): boolean {
  try {
    return readFileSync(path).length > 0;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EISDIR';
  }
}

/** Returns a row of a settlement matrix as its line in the document. */
function toSettlementRow(row: SettlementRow): string {
  const conditions = Object.entries(row.when ?? {}).map(([term, value]) =>
    value === true ? term : `not ${term}`,
  );
  const moves = (row.moves ?? []).map(({ to, cause }) => `${to} ${cause}`);
  const records = row.records?.replaceAll('_', ' ');
  return toLine([
    row.attempt.join(', '),
    toStatuses(row.order),
    row.outcome.join(', '),
    conditions.join(', '),
    records,
    moves.join(', '),
    row.posting,
    row.attention,
  ]);
}

function toReceiptRow(row: ReceiptRow): string {
  const queued = row.attention && [row.attention, row.queued].filter(Boolean).join(', ');
  return toLine([row.attempt, toStatuses(row.order), row.arrived.join(', '), row.posting, queued]);
}

function toEventRow({ names, disputes, event, does, attention }: DisputeEventRow): string {
  const which = disputes.length === 3 ? 'any' : disputes.join(', ');
  return toLine([names, which, event.join(', '), does, attention]);
}

function toStatuses(statuses: readonly OrderStatus[]): string {
  if (statuses.length === ORDER_STATUSES.length) return 'any';
  if (statuses.every(isUnderWay)) return 'under way';
  return statuses.some(isUnderWay) || statuses.length < 4 ? statuses.join(', ') : 'not under way';
}

function toLine(cells: readonly (string | undefined)[]): string {
  return `| ${cells.map((cell = '') => (cell === '' ? '–' : cell)).join(' | ')} |`;
}
