import type { paths } from '#console/api/interface';

/** A person's own account. */
export type Account =
  paths['/session/account']['get']['responses'][200]['content']['application/json'];

/** What shows that it is they who ask. */
export type Proof =
  paths['/session/recovery-codes']['post']['requestBody']['content']['application/json']['proof'];
