import type { ServiceContext } from '../../platform/context.ts';
import type { Actor } from '../actor.ts';
import { recordingChanges } from '../recording-changes.ts';
import { invitationPath, invite } from './invite.ts';
import { countPeople } from './queries.ts';

const HOUR_MS = 3_600_000;
/** Whoever tries a sandbox does so at once; the next start prints another one. */
const FOR_MS = 24 * HOUR_MS;

const SANDBOX: Actor = { name: 'sandbox', role: 'admin', address: undefined };

/** A sandbox invites its first admin itself. @returns the path of a link; undefined once there is somebody */
export async function inviteFirst(context: ServiceContext): Promise<string | undefined> {
  if ((await countPeople(context.db)) > 0) return undefined;
  const call = { command: 'people invite', actor: SANDBOX, reason: undefined };
  const { path } = await recordingChanges(context, call, async (within) => {
    const invited = { role: 'admin', merchantId: undefined, email: undefined } as const;
    const made = await invite(within, invited, FOR_MS);
    const after = { role: invited.role, expires_at: made.expiresAt };
    const changed = { subject: `invitation ${made.id}`, after };
    return { ok: true, result: {}, changed, path: invitationPath(made.token) };
  });
  return path;
}
