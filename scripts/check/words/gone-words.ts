/** Something that is not said any more, and the field's term for it. */
export interface GoneWord {
  readonly name: string;
  /** Matched against text in lower case, its identifiers taken apart into words. */
  readonly pattern: RegExp;
  readonly say: string;
}

/** Pictures that once stood for terms. docs/glossary.md has the terms. */
export const GONE_WORDS: readonly GoneWord[] = [
  word('books', /\bbooks\b/, 'ledger, or the payments of a provider'),
  word('the house', /\bthe house\b/, 'the platform'),
  word('news', /\bnews\b/, 'notification, or the outcome that a provider reports'),
  word('hear of', /\b(?:hears?|heard|hearing)\b/, 'notified of, reported, received'),
  word('knock', /\bknock(?:s|ed|ing)?\b/, 'attempt'),
  word('an ask', /\b(?:an|each|every|such an|no) ask\b/, 'status query'),
  word('asks', /\b(?:any|due|open|leased|hasten|these|those) asks?\b/, 'status queries'),
  word('hasten', /\bhasten(?:s|ed|ing)?\b/, 'make due'),
  word('noted', /\bnoted\b/, 'recorded'),
  word('note moved', /\bnotes? (?:moved?|moves|transitions?|outcomes?|that)\b/, 'record'),
  word('walk', /\bwalk(?:s|ed|ing)?\b/, 'scan, read, step through, or a transition'),
  word('road', /\broads?\b/, 'transition, route, error page or end-to-end scenario'),
  word('dead end', /\bdead ends?\b/, 'error page'),
  word('lane', /\blanes?\b/, 'destination queue'),
  word('pace', /\bpaces?\b/, 'rate, prefetch or backoff'),
  word('held events', /\bheld events?\b/, 'leased events'),
  word('furnish', /\bfurnish(?:es|ed|ing)?\b/, 'seed, fixture or factory'),
  word('away', /\b(?:is|are|was|were|be|been) away\b/, 'unavailable'),
  word('tell the log', /\b(?:tells? the|told to the) log\b/, 'log'),
  word('sound', /\bsound(?:ly|ness)?\b/, 'valid'),
  word('not whole', /\b(?:is|no|not) whole\b(?! (?:number|second|hour|day)s?)/, 'complete'),
  word('mischief', /\bmischief\b/, 'hostile input'),
  word('settings changed', /['"]settings changed['"]/, 'stale settings'),
  word('serve deps', /\bserve deps\b/, 'pipeline deps'),
  word('exchange', /\bexchanges?\b/, 'request, attempt, or the input of a handler'),
  word('admit', /\badmit(?:s|ted|ting)?\b/, 'guard'),
  word('everyday headers', /\beveryday headers\b/, 'common headers'),
];

function word(name: string, pattern: RegExp, say: string): GoneWord {
  return { name, pattern: new RegExp(pattern, 'g'), say };
}
