import { PATIENCE_MS } from '../../../tests/support/patience.ts';
import { runProgram } from '../../run-program.ts';

/** A resource that was found, or why there is none. One that every machine has throws instead. */
export type Resource =
  | {
      /** Variables that pass its address to the stages. */
      readonly env?: NodeJS.ProcessEnv;
      readonly release?: () => Promise<void>;
    }
  | string;

export const isCi = process.env['CI'] === 'true';

/** Installs Debian packages with apt if we are root; otherwise does nothing. A failure is only printed. */
export async function installPackages(...names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  console.log(`Installing ${names.join(', ')} …`);
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
    const { code, output } = await runProgram({
      command: ['apt-get', '-qq', ...command],
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      keepOutput: true,
      timeoutMs: PATIENCE_MS,
    });
    if (code !== 0) console.log(`apt-get ${command.join(' ')}: ${output.trim()}`);
  }
}
