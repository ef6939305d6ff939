import { command } from '#console/api/client.ts';
import type { SettlementLine } from '#domain/settlement-line.ts';
import type { ProfileName } from '#domain/settlement-profile.ts';

const LINES_AT_ONCE = 2_000;

interface Sent {
  terminal: string;
  from: string;
  to: string;
  profile: ProfileName | undefined;
  reason: string;
  lines: readonly SettlementLine[];
}

/**
 * Begins a reconciliation and sends its lines in parts.
 *
 * @param progress told how many lines the service has
 * @returns the reconciliation
 * @throws Problem
 */
export async function send(
  { lines, reason, ...about }: Sent,
  progress: (sent: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { reconciliation } = await command('reconciliations create', { ...about, reason }, signal);
  for (let sent = 0; sent < lines.length;) {
    const part = lines.slice(sent, sent + LINES_AT_ONCE);
    await command('reconciliations add', { reconciliation, lines: part, reason }, signal);
    sent += part.length;
    progress(sent);
  }
  return reconciliation;
}
