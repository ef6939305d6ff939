import type { Sample } from '../samples.ts';
import type { Operation, Parameter } from './read-document.ts';

/** Returns the example request of an operation: its first recorded example, with the required parameters. */
export function exampleCall({ method, path, parameters, requestBody }: Operation): ExampleCall {
  const body = firstExample(requestBody?.content['application/json']?.examples);
  const needed = parameters.filter(({ in: place, required }) => place === 'query' && required);
  const query = needed.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(parameters, name));
  return {
    method,
    path: query.length === 0 ? target : `${target}?${query.join('&')}`,
    ...(body !== undefined && { body }),
  };
}

function firstExample(examples: Record<string, { value: unknown }> = {}): unknown {
  return Object.values(examples)[0]?.value;
}

function exampleOf(parameters: readonly Parameter[], name: string): string {
  return String(parameters.find((parameter) => parameter.name === name)?.example ?? '');
}

/** An example request. */
export interface ExampleCall {
  method: string;
  /** The path with its parameters filled in, and the query. */
  path: string;
  body?: unknown;
}

/** Returns the call in every language, using the quick start's file that signs and sends. */
export function writeCall(call: ExampleCall): Sample[] {
  return [
    { language: 'sh', code: inShell(call) },
    { language: 'js', code: inNode(call) },
    { language: 'python', code: inPython(call) },
    { language: 'php', code: inPhp(call) },
  ];
}

/** How each language writes JSON values. */
interface Notation {
  member: (name: string, value: string) => string;
  object: readonly [open: string, close: string];
  /** Set if an empty object needs another notation, because `object` would look like an empty list. */
  empty?: string;
  words: Readonly<Record<string, string>>;
  quote: '"' | "'";
}

const NODE: Notation = {
  member: (name, value) => `${name}: ${value}`,
  object: ['{', '}'],
  words: {},
  quote: "'",
};
const PYTHON: Notation = {
  member: (name, value) => `"${name}": ${value}`,
  object: ['{', '}'],
  words: { true: 'True', false: 'False', null: 'None' },
  quote: '"',
};
const PHP: Notation = {
  member: (name, value) => `'${name}' => ${value}`,
  object: ['[', ']'],
  empty: 'new stdClass()',
  words: {},
  quote: "'",
};

function inShell({ method, path, body }: ExampleCall): string {
  const content =
    body === undefined ? '' : ` ${inQuotes(JSON.stringify(body, null, 2), "'", "'\\''")}`;
  const target = path.includes('?') ? `'${path}'` : path;
  return `. ./tollgate.sh\n\ncall ${method} ${target}${content}`;
}

function inNode(call: ExampleCall): string {
  return `import { call } from './tollgate.mjs';\n\nconsole.log(await call(${argumentsOf(call, NODE)}));`;
}

function inPython(call: ExampleCall): string {
  return `from tollgate import call\n\nprint(call(${argumentsOf(call, PYTHON)}))`;
}

function inPhp(call: ExampleCall): string {
  return `<?php\nrequire_once 'tollgate.php';\n\nprint_r(call(${argumentsOf(call, PHP)}));`;
}

function argumentsOf({ method, path, body }: ExampleCall, notation: Notation): string {
  return [method, path, ...(body === undefined ? [] : [body])]
    .map((each) => literal(each, notation, ''))
    .join(', ');
}

function literal(value: unknown, notation: Notation, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === 'string') return inQuotes(value, notation.quote, `\\${notation.quote}`);
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value);
    return notation.words[text] ?? text;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : notation.object;
  const parts = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const written = literal(member, notation, inner);
    return Array.isArray(value) ? written : notation.member(name, written);
  });
  if (parts.length === 0) return Array.isArray(value) ? '[]' : (notation.empty ?? '{}');
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function inQuotes(text: string, quote: string, escaped: string): string {
  return quote + text.replaceAll(quote, escaped) + quote;
}
