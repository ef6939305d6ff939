import { beforeAll } from 'vitest';
import { startService, type RunningService, type StartOptions } from './service.ts';

/** Returns a service for the tests of a file, started by the next `beforeAll` and closed at the end. */
export function serviceForTests(options?: StartOptions): RunningService {
  const running = {} as RunningService;
  beforeAll(async () => {
    Object.assign(running, await startService(options));
    return () => running.close();
  });
  return running;
}
