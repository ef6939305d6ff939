import { ENDPOINTS, type Endpoint, type ToolName } from '../endpoints.ts';
import { HEADERS, SECURITY, SECURITY_SCHEMES } from './common-components.ts';
import { componentSchemas, TOOLS } from './components.ts';
import { documentHead, merchantsServer } from './document-head.ts';
import type { JsonSchema } from './json-schema.ts';
import { operationObject, refusalObject } from './operation-object.ts';
import { COMMON_REFUSALS, REFUSALS, type Operation } from './operations.ts';

const DESCRIPTION = `What a merchant's developers have beside the interface of orders, signed in the same way: webhooks and
sending one again; and in the sandbox the requests of a key, the merchant's clock, and codes on demand.`;

const IN_THE_SANDBOX = 'With test keys in the sandbox alone; otherwise it is answered 404.';

/** What is said of each, by its name in the endpoint table. */
const TOOL_OPERATIONS: Record<ToolName, Operation> = {
  listWebhooks: {
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: "The merchant's own, the latest first, each with the last attempt to deliver it.",
    answer: 'Those that match, up to `size`; `next` where there are more.',
    refusals: ['400'],
  },
  getWebhook: {
    tag: 'Webhooks',
    summary: 'Get one webhook',
    description: 'With every attempt to deliver it, those before it was sent again included.',
    answer: 'The webhook.',
    refusals: ['400', '404'],
  },
  resendWebhook: {
    tag: 'Webhooks',
    summary: 'Send a webhook again',
    description:
      'The same bytes under the same `webhook-id`, newly signed; the schedule begins anew.',
    answer: 'How many are due now.',
    refusals: ['400', '404'],
  },
  listRequests: {
    tag: 'Requests',
    summary: 'List requests of a key',
    description: `What was asked with this key in the last 24 h, the latest first. ${IN_THE_SANDBOX}`,
    answer: 'Up to `size` of them; `next` where there are more.',
    refusals: ['400', '404'],
  },
  getClock: {
    tag: 'Clock',
    summary: 'Get the clock',
    description: `The merchant's own time, which orders, lists and webhooks go by. ${IN_THE_SANDBOX}`,
    answer: 'The clock.',
    refusals: ['404'],
  },
  advanceClock: {
    tag: 'Clock',
    summary: 'Move the clock on',
    description:
      'Goes from one due time to the next, and does at each what is due: orders expire, pending payments are ' +
      `decided, amounts are released, webhooks are sent. A long way takes several of the same request. ${IN_THE_SANDBOX}`,
    request: 'Where to.',
    answer: 'Where the clock came to: while `date` is before `to`, send the same request again.',
    refusals: ['400', '404', '413', '415'],
  },
  triggerCode: {
    tag: 'Codes',
    summary: 'Come to a resolution code',
    description:
      'For the codes that take an operator or a fault. The payin is made by the very rules of creating one, as if its ' +
      'gate were frozen (BALANCE_UPDATE_FAILED), its method incomplete (MERCHANT_MISCONFIGURATION: refused with ' +
      '422), or its acquirer not installed (PROVIDER_NOT_SUPPORTED); it is made, then failed by hand ' +
      '(ORDER_FAILED_MANUALLY); or it is made, and the answer is 500 (UNKNOWN_ERROR): create a payin of the same ' +
      'reference, currency, amount and method and an empty customer, and it answers that order. ' +
      'REPORT_GENERATION_FAILED makes no payin: a report of the merchant fails. Nothing is changed of gates or ' +
      `methods. ${IN_THE_SANDBOX}`,
    request: 'The payin, and the code.',
    answer: 'What has come to the code.',
    replays: true,
    refusals: ['400', '404', '409', '413', '415', '422'],
  },
};

/** Merchants' tools as OpenAPI 3.1: apart from the interface, whose paths are the specification's. */
export function toolsDocument(serverUrl: string): JsonSchema {
  return {
    ...documentHead({
      title: "Tollgate merchants' tools",
      description: DESCRIPTION,
      server: merchantsServer(serverUrl),
    }),
    security: SECURITY,
    tags: [
      { name: 'Webhooks', description: 'What was sent, or is to be sent, and what became of it.' },
      { name: 'Requests', description: 'What was asked with a key, and why it was refused.' },
      { name: 'Clock', description: "A merchant's own time in the sandbox." },
      { name: 'Codes', description: 'Resolution codes on demand, in the sandbox.' },
    ],
    paths: Object.fromEntries(
      Object.keys(ENDPOINTS)
        .filter(isTool)
        .map((name) => pathOf(name, ENDPOINTS[name])),
    ),
    components: {
      schemas: componentSchemas(TOOLS),
      responses: Object.fromEntries(
        STATUSES.map((status) => [status, refusalObject(status, SAYS[status], OF_ORDERS)]),
      ),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** What the interface alone refuses with. */
const OF_ORDERS = ['not-found', 'not-awaiting-card-data'] as const;
const STATUSES = ['400', '404', '409', '413', '415', '422', ...COMMON_REFUSALS] as const;
const SAYS = {
  ...REFUSALS,
  '404':
    "There is no such webhook, or it is another merchant's; or this is no sandbox, or the key is a live one.",
};

function isTool(name: string): name is ToolName {
  return name in TOOL_OPERATIONS;
}

function pathOf(name: ToolName, endpoint: Endpoint): [path: string, item: JsonSchema] {
  const operation = operationObject(name, endpoint, TOOL_OPERATIONS[name]);
  return [endpoint.path, { [endpoint.method.toLowerCase()]: operation }];
}
