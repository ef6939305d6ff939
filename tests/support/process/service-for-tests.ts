import { beforeAll } from 'vitest';
import { startService, type RunningService, type StartOptions } from './service.ts';

/** A service for the tests of a file: there from the first `beforeAll` after this on, and closed after the last test. */
export function serviceForTests(options?: StartOptions): RunningService {
  const running = {} as RunningService;
  beforeAll(async () => {
    Object.assign(running, await startService(options));
    return () => running.close();
  });
  return running;
}
