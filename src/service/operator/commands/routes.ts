import { CARD_BRANDS } from '#domain/card/number.ts';
import { parseAmount } from '#domain/money.ts';
import { newPriorities, type NewPriority } from '#domain/routing/route-order.ts';
import { z } from 'zod';
import type { ServiceContext } from '../../platform/context.ts';
import {
  DONE,
  doneAnswer,
  foundOr,
  invalid,
  isRefused,
  NOT_FOUND,
  refusal,
  type ChangeAnswer,
  type Refused,
} from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { changeMethod } from '../deployment/change.ts';
import { routeInFile, type MethodInFile, type RouteInFile } from '../deployment/file.ts';
import { routeMembers } from '../deployment/members.ts';
import { selectMethod, selectRoutes } from '../deployment/queries.ts';
import { repeated } from '../deployment/rules.ts';
import { upserted } from '../deployment/upserts.ts';
import { given, trueOrFalse, whole } from '../input.ts';
import { routeChoice, whatIf } from '../routing/what-if.ts';

const terminal = z.string().min(1).max(80).describe('Its name or id.');
const decimal = z.string().max(40).describe('Like 12.50.');

const texts = z.array(z.string());

const CHANGEABLE = {
  weight: whole.optional().describe('Share of the payments among routes with the same priority.'),
  brands: texts.nullable().optional().describe('Accepted card brands; all by default.'),
  bin_prefixes: texts
    .nullable()
    .optional()
    .describe('First digits of accepted card numbers, up to 8 each.'),
  amount_min: decimal.nullable().optional().describe('The lowest accepted amount.'),
  amount_max: decimal.nullable().optional().describe('The highest accepted amount.'),
  countries: texts.nullable().optional().describe("Accepted payers' countries, like DE."),
  up: trueOrFalse.optional(),
};

/** Terminals in the order they are tried; terminals in the same step share payments. */
const steps = z
  .array(z.array(z.string()).min(1))
  .min(1)
  .describe(
    'Terminals in the order they are tried; terminals in the same step share payments: A,B|C.',
  );

const reorderedRoutes = z.object({
  changes: z.array(z.object({ terminal: z.string(), before: z.int(), priority: z.int() })),
});

/**
 * The payment to evaluate. Only the first digits of a card number are accepted: routes use no more, and a full number
 * must not be sent here.
 */
const ASKED = {
  method: z.uuid(),
  amount: z.string().refine((given) => (parseAmount(given) ?? 0n) > 0n, {
    error: 'must be an amount like 10.50',
  }),
  card: z
    .string()
    .regex(/^\d{6,8}$/, 'must be the first 6 to 8 digits of a card number, and no more')
    .optional(),
  brand: z.enum(CARD_BRANDS).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .optional(),
};

/**
 * Commands for a method's routes. A method has at most one route to a terminal, so the terminal identifies the route.
 */
export const ROUTE_COMMANDS = {
  'routes list': query({
    summary: "List a method's routes in the order they are tried.",
    roles: STAFF_ROLES,
    input: { method: z.uuid() },
    answer: z.object({ items: z.array(routeInFile) }),
    run: async ({ method }, { db }) => {
      if ((await selectMethod(db, method)) === undefined) return NOT_FOUND;
      const routes = await selectRoutes(db, [method]);
      return { ok: true, result: { items: routes.map(routeMembers) } };
    },
  }),
  'routes choose': query({
    summary: 'Show which terminals a payment could be routed to, and why not to others.',
    roles: STAFF_ROLES,
    input: ASKED,
    answer: routeChoice,
    run: async ({ method, amount, card: bin, brand, country }, context) => {
      const amountMinor = parseAmount(amount) ?? 0n;
      return foundOr(await whatIf(context, method, { amountMinor, bin, brand, country }));
    },
  }),
  'routes create': change({
    summary: 'Add a route from a method to a terminal.',
    roles: ['admin'],
    input: { method: z.uuid(), terminal, priority: whole, ...CHANGEABLE },
    answer: doneAnswer,
    run: async ({ method, terminal: reference, ...members }, context) =>
      editRoutes(context, { method, reference }, (routes, name) =>
        routes.some((route) => route.terminal === name)
          ? refusal(`The method already has a route to ${name}.`)
          : [...routes, { terminal: name, ...given(members) }],
      ),
  }),
  'routes change': change({
    summary: 'Change a route; options left out keep their values.',
    roles: ['admin'],
    input: { method: z.uuid(), terminal, priority: whole.optional(), ...CHANGEABLE },
    answer: doneAnswer,
    run: async ({ method, terminal: reference, ...members }, context) =>
      editRoutes(context, { method, reference }, (routes, name) =>
        routes.some((route) => route.terminal === name)
          ? routes.map((route) =>
              route.terminal === name ? { ...route, ...given(members) } : route,
            )
          : NOT_FOUND,
      ),
  }),
  'routes reorder': change({
    summary: 'Reorder the routes of a method; routes in the same step share payments.',
    roles: ['admin'],
    input: { method: z.uuid(), order: steps, dry_run: trueOrFalse.optional() },
    answer: reorderedRoutes,
    run: async ({ method, order, dry_run: dryRun = false }, context) =>
      reorderRoutes(context, { method, order, dryRun }),
  }),
  'routes remove': change({
    summary: 'Remove a route.',
    roles: ['admin'],
    input: { method: z.uuid(), terminal },
    answer: doneAnswer,
    run: async ({ method, terminal: reference }, context) =>
      editRoutes(context, { method, reference }, (routes, name) =>
        routes.some((route) => route.terminal === name)
          ? routes.filter((route) => route.terminal !== name)
          : NOT_FOUND,
      ),
  }),
} satisfies OperatorCommands;

/** Changes the priorities of a method's routes. The new order must contain each route exactly once. */
async function reorderRoutes(
  context: ServiceContext,
  { method, order, dryRun }: { method: string; order: readonly string[][]; dryRun: boolean },
): Promise<ChangeAnswer<{ changes: readonly NewPriority[] }>> {
  let changes: readonly NewPriority[] = [];
  const edit = (known: MethodInFile) => {
    const named = order.flat();
    const routes = new Map(known.routes.map((route) => [route.terminal, route]));
    const problems = [
      ...named
        .filter((name) => !routes.has(name))
        .map((name) => `The method has no route to ${name}.`),
      ...[...repeated(named)].map((name) => `${name} is listed more than once.`),
      ...[...routes.keys()]
        .filter((name) => !named.includes(name))
        .map((name) => `${name} is missing.`),
    ];
    if (problems.length > 0) {
      const error = { pointer: '/order', code: 'conflict' };
      return invalid(problems.map((detail) => ({ ...error, detail })));
    }
    changes = newPriorities(order.map((step) => step.flatMap((name) => routes.get(name) ?? [])));
    const changed = new Map(changes.map(({ terminal: name, priority }) => [name, priority]));
    return {
      ...known,
      routes: known.routes.map((route) => ({
        ...route,
        priority: changed.get(route.terminal) ?? route.priority,
      })),
    };
  };
  return changeMethod(context, { id: method, edit }, (made) => ({
    ...upserted(made, `routes of method ${method}`, { changes }),
    isDryRun: dryRun,
  }));
}

async function editRoutes(
  context: ServiceContext,
  { method: id, reference }: { method: string; reference: string },
  edit: (routes: readonly RouteInFile[], terminal: string) => readonly object[] | Refused,
): Promise<ChangeAnswer<{ done: true }>> {
  const change = {
    id,
    terminal: reference,
    edit: (known: MethodInFile, name: string | undefined) => {
      if (name === undefined) return NOT_FOUND;
      const routes = edit(known.routes, name);
      return isRefused(routes) ? routes : { ...known, routes };
    },
  };
  return changeMethod(context, change, (made) =>
    upserted(made, `routes of method ${id}`, DONE.result),
  );
}
