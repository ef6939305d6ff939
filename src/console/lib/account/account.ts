import type { paths } from '#console/api/generated/interface';

/** A person's own account. */
export type Account =
  paths['/session/account']['get']['responses'][200]['content']['application/json'];
