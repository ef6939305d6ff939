import seedPglite from './pglite.ts';
import { browsersServer } from './service-data.ts';

/** Global setup of Playwright by itself: what it starts on PostgreSQL starts on an empty database. */
export default async function seedBrowsers(): Promise<() => Promise<void>> {
  return browsersServer() === undefined ? seedPglite() : () => Promise.resolve();
}
