import { documentHead } from '#contract/openapi/document.ts';
import {
  jsonSchemaOf,
  referenceTo,
  withNamed,
  type JsonSchema,
} from '#contract/openapi/json-schema.ts';
import { PROBLEM_CONTENT_TYPE } from '#contract/problem.ts';
import { z } from 'zod';
import { mayRun, type OperatorCommand, type OperatorCommands } from '../../operator/command.ts';
import { ROLES } from '../../operator/roles.ts';
import { OPERATOR_PROBLEMS } from './problems.ts';
import { SESSION_COOKIE } from './authenticate.ts';
import { SESSION_OPERATIONS } from './session.ts';
import { inputSchema } from '../../operator/command-options.ts';
import type { Reply } from '../reply.ts';

const DESCRIPTION = `Commands for operators of the running service. Each command is a noun and a verb, and is POSTed with its
options as a JSON object.

Lists are paged: while there are more items, an answer has \`next\`, to send as \`after\`.
Every command that changes something writes a row to the audit in the same transaction, with the given \`reason\`.`;

/**
 * Returns the answer to GET /api/operator/v1/openapi.json, built from the table of commands; the same for every
 * caller.
 */
export function describeOperatorInterface(commands: OperatorCommands): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(operatorDocument(commands))),
  };
}

export function operatorDocument(commands: OperatorCommands): JsonSchema {
  const nouns = new Set(Object.keys(commands).map(nounOf));
  return withNamed({
    ...documentHead({
      title: 'Tollgate operators',
      description: DESCRIPTION,
      server: { url: '/api/operator/v1', description: "The operators' listener." },
    }),
    tags: [
      ...[...nouns].map((noun) => ({ name: noun, description: `Commands about ${noun}.` })),
      { name: 'commands', description: 'List of commands.' },
      { name: 'session', description: 'Sign-in and your own account.' },
    ],
    paths: {
      ...Object.fromEntries(
        Object.entries(commands).map(([name, command]) => [
          `/${name.replace(' ', '/')}`,
          command.isDownload
            ? { get: downloadOf(name, command) }
            : { post: operationOf(name, command) },
        ]),
      ),
      '/commands': { get: LIST_COMMANDS },
      ...sessionPaths(),
    },
    components: {
      schemas: { Problem: jsonSchemaOf(problem, 'output') },
      responses: Object.fromEntries(
        [...STATUSES, '429'].map((status) => [status, refusalOf(status)]),
      ),
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
          description:
            'Session cookie of the console; only for pages of the same origin. If the URL has a port, the name ends with it: `tollgate_operator_3001`.',
        },
      },
    },
  });
}

function operationOf(name: string, command: OperatorCommand): JsonSchema {
  return {
    ...describedOperation(name, command),
    requestBody: { required: true, content: jsonContent(inputSchema(command)) },
    responses: responsesWith(jsonContent(jsonSchemaOf(command.answer, 'output'))),
  };
}

function downloadOf(name: string, command: OperatorCommand): JsonSchema {
  const { properties, required } = downloadInput.parse(inputSchema(command));
  return {
    ...describedOperation(name, command),
    parameters: Object.entries(properties).map(([option, schema]) => ({
      name: option,
      in: 'query',
      required: required.includes(option),
      schema,
    })),
    responses: responsesWith({ 'text/csv': { schema: { type: 'string' } } }, ['429']),
  };
}

const downloadInput = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()),
});

function describedOperation(name: string, command: OperatorCommand): JsonSchema {
  const roles = ROLES.filter((role) => mayRun(role, command));
  return {
    operationId: name.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [nounOf(name)],
    summary: command.summary,
    description: `For ${roles.join(', ')}. ${command.changes ? 'Recorded in the audit.' : 'Changes nothing.'}`,
    // A token never has the role merchant.
    security: [{ bearer: roles.filter((role) => role !== 'merchant') }, { session: roles }],
  };
}

function jsonContent(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

function responsesWith(content: JsonSchema, alsoStatuses: string[] = []): JsonSchema {
  return {
    '200': { description: 'Done.', content },
    ...Object.fromEntries(
      [...STATUSES, ...alsoStatuses].map((status) => [
        status,
        { $ref: `#/components/responses/${status}` },
      ]),
    ),
  };
}

function sessionPaths(): JsonSchema {
  const paths = new Map<string, JsonSchema>();
  for (const [name, { summary, isOpen, request, answer }] of Object.entries(SESSION_OPERATIONS)) {
    const [method = '', path = ''] = name.split(' ');
    const operation = {
      operationId: name.replaceAll(/[ /{}-]+(\w)?/g, (_, letter = '') =>
        String(letter).toUpperCase(),
      ),
      tags: ['session'],
      summary,
      security: isOpen === true ? [] : [{ session: [] }],
      ...(path.includes('{id}') && { parameters: [ID_IN_PATH] }),
      ...(request !== undefined && {
        requestBody: { required: true, content: jsonContent(jsonSchemaOf(request, 'input')) },
      }),
      responses: responsesWith(jsonContent(jsonSchemaOf(answer, 'output'))),
    };
    paths.set(path, { ...paths.get(path), [method]: operation });
  }
  return Object.fromEntries(paths);
}

const ID_IN_PATH = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};

const problem = z.object({
  type: z.string().describe('URL of the page that describes the problem and what to do.'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z
    .array(
      z.object({
        pointer: z.string().describe('The member of the input, as a JSON pointer (RFC 6901).'),
        code: z.string().describe('The kind of error.'),
        detail: z.string().describe('The error in a sentence, for people.'),
      }),
    )
    .optional()
    .describe('What is wrong with the input.'),
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

const LIST_COMMANDS = {
  operationId: 'listCommands',
  tags: ['commands'],
  summary: 'List the commands that the caller may use, with their input.',
  security: [{ bearer: [] }, { session: [] }],
  responses: responsesWith(
    jsonContent(
      jsonSchemaOf(
        z.array(
          z.object({
            name: z.string(),
            summary: z.string(),
            input: z.looseObject({}).describe('The input as JSON Schema.'),
            isDownload: z.literal(true).optional().describe('Answers GET with a file.'),
          }),
        ),
        'output',
      ),
    ),
  ),
};

function nounOf(name: string): string {
  return name.split(' ', 1).join('');
}
