import type { Sample } from '../samples.ts';
import type { Example, Step } from './example-call.ts';

/** Returns the example in every language, using the quick start's file that signs and sends. */
export function writeCall(example: Example): Sample[] {
  return [
    { language: 'sh', code: inShell(example) },
    { language: 'js', code: inNode(example) },
    { language: 'python', code: inPython(example) },
    { language: 'php', code: inPhp(example) },
  ];
}

/**
 * A value that a text names: a payment method of the sandbox, `{unique}`, or the id of an object that was kept under
 * this name.
 */
const NAMED = /\{(\w+)\}/;

/** How a language writes JSON values. */
interface Notation {
  /** Writes a value that a text names. */
  value: (name: string) => string;
  /** Joins texts and values, which alternate, to one text. */
  join: (parts: readonly string[]) => string;
  member: (name: string, value: string) => string;
  object: readonly [open: string, close: string];
  /** Set if an empty object needs another notation, because `object` would look like an empty list. */
  empty?: string;
  words: Readonly<Record<string, string>>;
  quote: '"' | "'";
}

function isMethod(name: string): boolean {
  return name.endsWith('_eur');
}

const NODE: Notation = {
  value: (name) => {
    if (name === 'unique') return 'crypto.randomUUID()';
    return isMethod(name) ? `sandbox.methods.${name}` : `${name}.id`;
  },
  join: (parts) => `\`${parts.map((part, at) => (at % 2 === 0 ? part : `\${${part}}`)).join('')}\``,
  member: (name, value) => `${name}: ${value}`,
  object: ['{', '}'],
  words: {},
  quote: "'",
};
const PYTHON: Notation = {
  value: (name) => {
    if (name === 'unique') return 'uuid.uuid4()';
    return isMethod(name) ? `sandbox["methods"]["${name}"]` : `${name}["id"]`;
  },
  join: (parts) =>
    `f"${parts.map((part, at) => (at % 2 === 0 ? part : `{${part.replaceAll('"', "'")}}`)).join('')}"`,
  member: (name, value) => `"${name}": ${value}`,
  object: ['{', '}'],
  words: { true: 'True', false: 'False', null: 'None' },
  quote: '"',
};
const PHP: Notation = {
  value: (name) => {
    if (name === 'unique') return 'bin2hex(random_bytes(8))';
    return isMethod(name) ? `$sandbox['methods']['${name}']` : `$${name}['id']`;
  },
  join: (parts) =>
    parts
      .map((part, at) => (at % 2 === 0 ? part && `'${part}'` : part))
      .filter((part) => part !== '')
      .join(' . '),
  member: (name, value) => `'${name}' => ${value}`,
  object: ['[', ']'],
  empty: 'new stdClass()',
  words: {},
  quote: "'",
};

function inShell(example: Example): string {
  const steps = (example.before ?? []).map((step) =>
    step.name === undefined
      ? `${shellCall(step)} > /dev/null`
      : `${step.name}=$(${shellCall(step)} | member)`,
  );
  const file = example.pays === true ? 'pay' : 'tollgate';
  return [`. ./${file}.sh\n`, ...steps, shellCall(example)].join('\n');
}

function shellCall({ method, path, body }: Step): string {
  const target = /[?{]/.test(path) ? `"${path.replaceAll(/\{(\w+)\}/g, '$$$1')}"` : path;
  if (body === undefined) return `call ${method} ${target}`;
  const json = inQuotes(JSON.stringify(body, null, 2), "'", "'\\''");
  const values = json.replaceAll(/\{(\w+)\}/g, (_, name: string) => `'${shellValue(name)}'`);
  return `call ${method} ${target} ${values}`;
}

function shellValue(name: string): string {
  if (name === 'unique') return '$(date +%s)-$$';
  return isMethod(name) ? `$(value ${name})` : `$${name}`;
}

function inNode(example: Example): string {
  const text = statements(example, NODE, ({ name, isList }, call) => {
    if (name === undefined) return `await ${call};`;
    return isList === true
      ? `const [${name}] = (await ${call}).content;`
      : `const ${name} = await ${call};`;
  });
  const code = [...text.before, `console.log(await ${text.call});`].join('\n');
  return `${example.pays === true ? "import { payin } from './pay.mjs';\n" : ''}import { ${
    code.includes('sandbox.') ? 'call, sandbox' : 'call'
  } } from './tollgate.mjs';\n\n${code}`;
}

function inPython(example: Example): string {
  const text = statements(example, PYTHON, ({ name, isList }, call) => {
    if (name === undefined) return call;
    return `${name} = ${call}${isList === true ? '["content"][0]' : ''}`;
  });
  const code = [...text.before, `print(${text.call})`].join('\n');
  const imports = [
    ...(code.includes('uuid.') ? ['import uuid'] : []),
    ...(example.pays === true ? ['from pay import payin'] : []),
    `from tollgate import ${code.includes('sandbox[') ? 'call, sandbox' : 'call'}`,
  ];
  return `${imports.join('\n')}\n\n${code}`;
}

function inPhp(example: Example): string {
  const text = statements(example, PHP, ({ name, isList }, call) => {
    if (name === undefined) return `${call};`;
    return `$${name} = ${call}${isList === true ? "['content'][0]" : ''};`;
  });
  const file = example.pays === true ? 'pay' : 'tollgate';
  const code = [...text.before, `print_r(${text.call});`].join('\n');
  return `<?php\nrequire_once '${file}.php';\n\n${code}`;
}

/** Returns the statements before the example's own call, and that call. */
function statements(
  example: Example,
  notation: Notation,
  statement: (step: Step, call: string) => string,
): { before: string[]; call: string } {
  const written = (step: Step) => `call(${argumentsOf(step, notation)})`;
  const before = (example.before ?? []).map((step) => statement(step, written(step)));
  return { before, call: written(example) };
}

function argumentsOf({ method, path, body }: Step, notation: Notation): string {
  return [method, path, ...(body === undefined ? [] : [body])]
    .map((each) => literal(each, notation, ''))
    .join(', ');
}

function literal(value: unknown, notation: Notation, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === 'string') return textLiteral(value, notation);
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

function textLiteral(text: string, notation: Notation): string {
  const parts = text.split(NAMED).map((part, at) => (at % 2 === 0 ? part : notation.value(part)));
  const [before, value = '', after] = parts;
  if (parts.length === 1) return inQuotes(text, notation.quote, `\\${notation.quote}`);
  return parts.length === 3 && before === '' && after === '' ? value : notation.join(parts);
}

function inQuotes(text: string, quote: string, escaped: string): string {
  return quote + text.replaceAll(quote, escaped) + quote;
}
