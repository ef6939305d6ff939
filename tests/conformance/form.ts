/**
 * A request that is refused for its form never comes to the database, so one engine says all there
 * is to say about it: the tables of refused values and of unknown fields make no tests on the
 * embedded one where there is PostgreSQL, which takes two thirds of a processor's time for them. What
 * is accepted is stored and read back, and is tested on both.
 */
export const IS_FORM_JUDGED_HERE =
  process.env['TEST_ENGINE'] !== 'pglite' || !process.env['TEST_POSTGRES_URL'];
