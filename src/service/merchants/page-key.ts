import { randomUUID } from 'node:crypto';
import { newApiSecret } from './issue-key.ts';

/** A key of scope `page` that lives and dies with its process: it is never stored. */
export interface PageKey {
  keyId: string;
  secret: string;
}

export function newPageKey(): PageKey {
  return { keyId: randomUUID(), secret: newApiSecret('live') };
}
