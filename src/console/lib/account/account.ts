import type { paths } from '#console/api/interface';

/** A person's own account. */
export type Account =
  paths['/session/account']['get']['responses'][200]['content']['application/json'];

/** Proof of identity for a sensitive change to the account. */
export type Proof =
  paths['/session/recovery-codes']['post']['requestBody']['content']['application/json']['proof'];
