import { en } from './en.ts';
import type { Messages } from './messages.ts';

/** A language the page speaks: how it is written, and everything it says in it. */
export interface Language {
  code: string;
  dir: 'ltr' | 'rtl';
  messages: Messages;
}

export const ENGLISH: Language = { code: 'en', dir: 'ltr', messages: en };
