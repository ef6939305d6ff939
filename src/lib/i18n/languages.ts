import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { kk } from './kk.ts';
import type { Messages } from './messages.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { ptBR } from './pt-br.ts';
import { ptPT } from './pt-pt.ts';
import { ru } from './ru.ts';
import { tr } from './tr.ts';
import { uk } from './uk.ts';
import { zh } from './zh.ts';

/** The languages' own names, as the switcher lists them. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  'pt-PT': 'Português',
  'pt-BR': 'Português (Brasil)',
  nl: 'Nederlands',
  pl: 'Polski',
  uk: 'Українська',
  ru: 'Русский',
  kk: 'Қазақша',
  tr: 'Türkçe',
  ar: 'العربية',
  he: 'עברית',
  zh: '中文',
  ja: '日本語',
} as const;
export type LanguageCode = keyof typeof LANGUAGE_NAMES;

/** A language of the page: its writing direction, and all its texts. */
export interface Language {
  code: LanguageCode;
  dir: 'ltr' | 'rtl';
  messages: Messages;
}

function ltr<C extends LanguageCode>(code: C, messages: Messages) {
  return { code, dir: 'ltr', messages } as const;
}

function rtl<C extends LanguageCode>(code: C, messages: Messages) {
  return { code, dir: 'rtl', messages } as const;
}

/** All languages. They stay on the server; a page contains the texts of one. */
export const LANGUAGES = {
  en: ltr('en', en),
  de: ltr('de', de),
  fr: ltr('fr', fr),
  es: ltr('es', es),
  it: ltr('it', it),
  'pt-PT': ltr('pt-PT', ptPT),
  'pt-BR': ltr('pt-BR', ptBR),
  nl: ltr('nl', nl),
  pl: ltr('pl', pl),
  uk: ltr('uk', uk),
  ru: ltr('ru', ru),
  kk: ltr('kk', kk),
  tr: ltr('tr', tr),
  ar: rtl('ar', ar),
  he: rtl('he', he),
  zh: ltr('zh', zh),
  ja: ltr('ja', ja),
} as const satisfies { readonly [C in LanguageCode]: Language & { code: C } };

/**
 * Returns the language for a BCP 47 tag: German for `de-AT`. Portuguese has two variants: Brazil's for `pt-BR` and
 * the bare `pt` (CLDR's likely subtags), Portugal's for all other regions.
 */
export function languageOfTag(tag: string): Language | undefined {
  // Most requests choose no language, and an exception for that took a fifteenth of a page's processor time.
  if (tag === '') return undefined;
  const [primary = '', region = 'br'] = canonical(tag).toLowerCase().split('-');
  if (primary === 'pt') return LANGUAGES[region === 'br' ? 'pt-BR' : 'pt-PT'];
  return isLanguageCode(primary) ? LANGUAGES[primary] : undefined;
}

/** Canonicalizes a tag. Some browsers still send replaced codes: `iw` is `he`. */
function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0] ?? '';
  } catch {
    return '';
  }
}

function isLanguageCode(text: string): text is LanguageCode {
  return Object.hasOwn(LANGUAGES, text);
}
