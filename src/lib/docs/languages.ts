/** The languages of the examples, by the word that marks their blocks in Markdown. */
export const CODE_LANGUAGES = { sh: 'curl', js: 'Node', python: 'Python', php: 'PHP' } as const;
export type CodeLanguage = keyof typeof CODE_LANGUAGES;

export const DEFAULT_LANGUAGE: CodeLanguage = 'sh';

export const isCodeLanguage = (text: string | null | undefined): text is CodeLanguage =>
  typeof text === 'string' && Object.hasOwn(CODE_LANGUAGES, text);

/** Keeps the reader's language from page to page: there is no script that could. */
export const withLanguage = (path: string, language: CodeLanguage): string => {
  if (language === DEFAULT_LANGUAGE) return path;
  const [page = '', anchor] = path.split('#');
  return `${page}?code=${language}${anchor === undefined ? '' : `#${anchor}`}`;
};
