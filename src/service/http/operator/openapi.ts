import { documentHead } from '#contract/openapi/document-head.ts';
import { jsonSchemaOf, referenceTo, type JsonSchema } from '#contract/openapi/json-schema.ts';
import { PROBLEM_CONTENT_TYPE } from '#contract/problem.ts';
import { z } from 'zod';
import type { OperatorCommand, OperatorCommands } from '../../operator/command.ts';
import { mayRun, ROLES } from '../../operator/roles.ts';
import { OPERATOR_PROBLEMS } from './problems.ts';
import { SESSION_COOKIE } from './session-cookie.ts';
import type { Reply } from '../reply.ts';

const DESCRIPTION = `What an operator can have the running service do: each command is a noun and a verb, POSTed with its
options as a JSON object. Values may be text, as a command line has them.

Lists are answered a page at a time: \`next\` is there as long as there are more, and is sent as \`after\`.
Every command that changes something leaves a row in the audit, in its own transaction, with the \`reason\` it was given.`;

/** GET /api/operator/v1/openapi.json: made from the table of commands, and the same for everybody. */
export function describeOperatorInterface(commands: OperatorCommands): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(operatorDocument(commands))),
  };
}

export function operatorDocument(commands: OperatorCommands): JsonSchema {
  const nouns = new Set(Object.keys(commands).map(nounOf));
  return {
    ...documentHead({
      title: 'Tollgate operators',
      description: DESCRIPTION,
      server: { url: '/api/operator/v1', description: "The operators' listener." },
    }),
    tags: [...nouns].map((noun) => ({ name: noun, description: `Commands about ${noun}.` })),
    paths: Object.fromEntries(
      Object.entries(commands).map(([name, command]) => [
        `/${name.replace(' ', '/')}`,
        { post: operationOf(name, command) },
      ]),
    ),
    components: {
      schemas: { Problem: jsonSchemaOf(problem, 'output') },
      responses: Object.fromEntries(STATUSES.map((status) => [status, refusalOf(status)])),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: "The operator key of the service's DATA_DIR, or a program's token.",
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'Of whoever has signed in, for pages of the same origin alone.',
        },
      },
    },
  };
}

function operationOf(name: string, command: OperatorCommand): JsonSchema {
  const roles = ROLES.filter((role) => mayRun(role, name));
  return {
    operationId: name.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [nounOf(name)],
    summary: command.summary,
    description: `For ${roles.join(', ')}. ${command.changes ? 'Is recorded in the audit.' : 'Changes nothing.'}`,
    // A token is never a merchant's.
    security: [{ bearer: roles.filter((role) => role !== 'merchant') }, { session: roles }],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: jsonSchemaOf(command.input, 'input') } },
    },
    responses: {
      '200': {
        description: 'Done.',
        content: { 'application/json': { schema: answerOf(command) } },
      },
      ...Object.fromEntries(
        STATUSES.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

/** What is said of an answer that nobody described: nothing but that it is JSON. */
function answerOf({ answer }: OperatorCommand): JsonSchema {
  return answer === undefined ? {} : jsonSchemaOf(answer, 'output');
}

const problem = z.object({
  type: z.string().describe('Refers to the page that says what to do about it.'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  problems: z.array(z.string()).optional().describe('What is wrong with the input.'),
  near: z.array(z.string()).optional().describe('Commands that may have been meant.'),
  instance: z.string(),
  request_id: z.uuid(),
});

const STATUSES = [
  ...new Set(Object.values(OPERATOR_PROBLEMS).map(([status]) => String(status))),
].filter((status) => !['405', '429'].includes(status));

function refusalOf(status: string): JsonSchema {
  const titles = Object.values(OPERATOR_PROBLEMS)
    .filter(([known]) => String(known) === status)
    .map(([, title]) => `${title}.`);
  return {
    description: titles.join(' '),
    content: { [PROBLEM_CONTENT_TYPE]: { schema: referenceTo('Problem') } },
  };
}

function nounOf(name: string): string {
  return name.split(' ', 1).join('');
}
