import { ENGLISH, type Language } from '$lib/messages/languages.ts';

/** The language a request is answered in. */
export const languageOf = (): Language => ENGLISH;
