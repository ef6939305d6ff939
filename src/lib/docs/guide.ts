import type { CodeLanguage } from './languages.ts';

/** A document as the pages show it, made of its Markdown when they are built: vite/guides.ts. */
export interface Guide {
  title: string;
  sections: readonly { id: string; title: string }[];
  blocks: readonly Block[];
}

/** HTML, with links as addresses below `/docs`; or the same in several languages, of which one is shown. */
export type Block = { html: string } | { samples: readonly Sample[] };

export interface Sample {
  language: CodeLanguage;
  code: string;
}
