import type { CommandOption } from '#console/api/session.svelte.ts';

/** How an option of a command is asked for. */
export interface OptionField {
  name: string;
  label: string;
  /** What may be chosen; undefined where it is typed. */
  choices: readonly string[] | undefined;
  isRequired: boolean;
  kind: 'text' | 'date';
  /** What a typed value looks like. */
  hint: string | undefined;
  initial: string;
}

const HINTS: Readonly<Record<string, string>> = {
  INSTANT: 'Like 2026-05-01T08:30:00Z',
  DECIMAL: 'Like 12.50',
  AMOUNT: 'Like 12.50',
  'none|DECIMAL': 'Like 12.50, or none',
  HOURS: 'In hours',
  DAYS: 'In days',
  NUMBER: 'A whole number',
  'A,B': 'Several apart by commas',
  'none|A,B': 'Several apart by commas, or none',
  'none|TEXT': 'Text, or none',
  'none|URL': 'An address, or none',
};

/** Choices are written apart by `|`, in lower case or as codes; `NAME|UUID` are no choices but kinds of text. */
const KINDS_OF_TEXT = /^(none\|)?(TEXT|NAME|UUID|URL|EMAIL|JSON|DECIMAL|A,B)$|UUID$|^\d+-\d+$/;

export function optionField({
  name,
  value,
  required,
  default: initial = '',
}: CommandOption): OptionField {
  const choices = value.includes('|') && !KINDS_OF_TEXT.test(value) ? value.split('|') : undefined;
  return {
    ...{ name, choices, isRequired: required, initial },
    label: sentenceCase(name),
    kind: value === 'DAY' ? 'date' : 'text',
    hint: HINTS[value],
  };
}

function sentenceCase(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/^email$/, 'e-mail');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
