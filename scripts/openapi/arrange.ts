import type { RunningService } from '../../tests/support/process/service.ts';

/** Has an operator's command done, which must succeed. @returns what it answers */
export async function arrange(
  running: RunningService,
  command: string,
  input: object,
): Promise<unknown> {
  const { status, body } = await running.operator(command, input);
  if (status !== 200) throw new Error(`${command} was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
