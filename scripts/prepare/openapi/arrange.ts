import type { RunningService } from '../../../tests/support/process/service.ts';

/** Runs an operator's command, which must succeed. @returns its answer */
export async function arrange(
  running: RunningService,
  command: string,
  input: object,
): Promise<unknown> {
  const { status, body } = await running.operator(command, input);
  if (status !== 200) throw new Error(`${command} was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
