import type { ServiceContext } from '../../platform/context.ts';
import { recordingChanges } from '../recording-changes.ts';
import { personActor } from './person-actor.ts';
import { takeFailedSignIns } from './queries.ts';
import { beginSession } from './sessions.ts';
import type { SignedIn } from './sign-in.ts';

interface From {
  address: string | undefined;
  agent: string | undefined;
}

export interface OpenedSession {
  /** Of its cookie. */
  token: string;
  expiresAt: Date;
  /** How often somebody failed to sign in as this person, since they did. */
  failedBefore: number;
}

/**
 * Begins a session, with its row of the audit: by which way somebody came in. Failures are counted where they
 * happen and recorded here; a row for each would let anybody fill the audit.
 */
export async function openSession(
  context: ServiceContext,
  { person, way }: SignedIn | { person: SignedIn['person']; way: 'link' },
  { address, agent }: From,
): Promise<OpenedSession> {
  const actor = personActor(person, address);
  const call = { command: 'sessions begin', actor, reason: undefined };
  const { opened } = await recordingChanges(context, call, async (within) => {
    const failedBefore = await takeFailedSignIns(within.db, person.id);
    const { id, ...session } = await beginSession(within, { personId: person.id, address, agent });
    const after = { way, ...(failedBefore > 0 && { failed_before: failedBefore }) };
    const changed = { subject: `session ${id}`, after };
    return { ok: true, result: {}, changed, opened: { ...session, failedBefore } };
  });
  return opened;
}
