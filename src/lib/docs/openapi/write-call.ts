import type { Sample } from '../guide.ts';

/** A request as an example makes it. */
export interface ExampleCall {
  method: string;
  /** With its parameters filled in, and its query. */
  path: string;
  body?: unknown;
}

/** The call in every language, by the file of the quick start that signs and sends. */
export const writeCall = (call: ExampleCall): Sample[] => [
  { language: 'sh', code: inShell(call) },
  { language: 'js', code: inNode(call) },
  { language: 'python', code: inPython(call) },
  { language: 'php', code: inPhp(call) },
];

/** What each language writes of JSON in its own way. */
interface Notation {
  member: (name: string, value: string) => string;
  object: readonly [open: string, close: string];
  /** Where an empty object is not written as an empty list would be. */
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

const inShell = ({ method, path, body }: ExampleCall): string => {
  const content =
    body === undefined ? '' : ` ${inQuotes(JSON.stringify(body, null, 2), "'", "'\\''")}`;
  const target = path.includes('?') ? `'${path}'` : path;
  return `. ./tollgate.sh\n\ncall ${method} ${target}${content}`;
};

const inNode = (call: ExampleCall): string =>
  `import { call } from './tollgate.mjs';\n\nconsole.log(await call(${argumentsOf(call, NODE)}));`;

const inPython = (call: ExampleCall): string =>
  `from tollgate import call\n\nprint(call(${argumentsOf(call, PYTHON)}))`;

const inPhp = (call: ExampleCall): string =>
  `<?php\nrequire_once 'tollgate.php';\n\nprint_r(call(${argumentsOf(call, PHP)}));`;

const argumentsOf = ({ method, path, body }: ExampleCall, notation: Notation): string =>
  [method, path, ...(body === undefined ? [] : [body])]
    .map((each) => literal(each, notation, ''))
    .join(', ');

const literal = (value: unknown, notation: Notation, indent: string): string => {
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
};

const inQuotes = (text: string, quote: string, escaped: string): string =>
  quote + text.replaceAll(quote, escaped) + quote;
