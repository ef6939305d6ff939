import { PATIENCE_MS } from '../../tests/support/patience.ts';
import { runProgram } from '../run-program.ts';

const UPDATE = ['update'];
const INSTALL = ['install', '-y', '--no-install-recommends'];
const WITHOUT_QUESTIONS = { DEBIAN_FRONTEND: 'noninteractive' };

/** Installs Debian packages with apt if we are root; otherwise does nothing. A failure is only printed. */
export async function installPackages(...names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  console.log(`Installing ${names.join(', ')} …`);
  for (const command of [UPDATE, [...INSTALL, ...names]]) {
    const { code, output } = await runProgram({
      command: ['apt-get', '-qq', ...command],
      env: WITHOUT_QUESTIONS,
      keepOutput: true,
      timeoutMs: PATIENCE_MS,
    });
    if (code !== 0) console.log(`apt-get ${command.join(' ')}: ${output.trim()}`);
  }
}
