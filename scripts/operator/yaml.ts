import { readFile } from 'node:fs/promises';
import { toVisible } from '#contract/visible-text.ts';
import { Document, parseDocument, Scalar, visit } from 'yaml';
import type { Failed } from './ask-service.ts';
import { substituted } from './substituted.ts';

/** Reads a file of YAML, or of JSON, with the environment variables that it names. */
export async function readYaml(path: string): Promise<{ ok: true; value: unknown } | Failed> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    return error instanceof Error && 'code' in error ? { code: String(error.code) } : { code: '' };
  });
  if (typeof text === 'object') {
    const { code } = text;
    const why =
      code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${code}).`;
    return { ok: false, message: why };
  }
  const document = parseDocument(text);
  const wrong = [...document.errors, ...document.warnings].map(
    ({ message }) => `  ${message.split('\n', 1).join('').replace(/:$/, '')}`,
  );
  if (wrong.length > 0) {
    return { ok: false, message: [`${path} is not valid YAML:`, ...wrong].join('\n') };
  }
  return substituted(document.toJS() ?? {});
}

/** Quotes texts with characters that are escaped when they are printed: only in quotes is the escape one. */
export function toYaml(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_, node) {
      const { value: text } = node;
      if (typeof text === 'string' && toVisible(text) !== text) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString().trimEnd();
}
