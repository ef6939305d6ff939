import { PATIENCE_MS } from '../../../tests/support/patience.ts';
import { runProgram } from '../../run-program.ts';

export interface Missing {
  readonly reason: string;
  /** Whether a stage that needs it has failed, rather than only been left out. */
  readonly isFailure: boolean;
}

/** The result of looking for a resource. */
export interface Resource {
  /** Variables that pass its address to the stages; empty if it is missing. */
  readonly env: NodeJS.ProcessEnv;
  readonly missing?: Missing;
  readonly release?: () => Promise<void>;
}

export const isCi = process.env['CI'] === 'true';

export function missing(reason: string, isFailure = false): Resource {
  return { env: {}, missing: { reason, isFailure } };
}

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
