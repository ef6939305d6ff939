import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';

/** Starts a process that logs one line, much less than fills the buffer, and then runs `then`. */
function startLogging(then: string) {
  const program = `
    const { createLog, standardOutput } = await import('#service/platform/log.ts');
    createLog('info', await standardOutput()).info('A line');
    ${then}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

describe('a line of the log', () => {
  it('is written even if no line follows and the process keeps running', async () => {
    const child = startLogging('process.stdin.resume();');
    const exited = once(child, 'exit');
    try {
      expect(String(await once(child.stdout, 'data'))).toContain('"msg":"A line"');
    } finally {
      child.kill();
      await exited;
    }
  });

  it('is written when the process ends', async () => {
    const child = startLogging('process.exit();');
    expect(await text(child.stdout)).toContain('"msg":"A line"');
  });
});
