import type { ServiceContext } from '../../../platform/context.ts';
import type { Actor } from '../../actor.ts';
import type { ChangeAnswer, OperatorAnswer } from '../../answer.ts';
import { DONE, invalid, NOT_FOUND, refusal } from '../../command.ts';
import { recordingChanges } from '../../recording-changes.ts';
import { hasPasswordWay } from '../change-person.ts';
import { hashPassword, passwordProblem } from '../password.ts';
import {
  findPerson,
  lockPeople,
  replaceRecoveryCodes,
  updatePerson,
  type PersonRow,
} from '../queries.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../recovery-codes.ts';
import { endSession, endSessionsOf, type Session } from '../sessions.ts';

/** What somebody changes of themselves, and by which session. */
export interface Own {
  session: Session;
  actor: Actor;
}

/** The other sessions end: whoever knew the old password is to be out. */
export async function changePassword(
  context: ServiceContext,
  own: Own,
  password: string,
): Promise<OperatorAnswer> {
  const problem = passwordProblem(password, own.session.email);
  if (problem !== undefined) return invalid([`password: ${problem}`]);
  const password_hash = await hashPassword(password);
  return changingOwn(
    context,
    { ...own, command: 'people change-password' },
    async (within, person) => {
      if (!hasPasswordWay(person)) return refusal(NO_PASSWORD);
      await updatePerson(within.db, person.id, { password_hash });
      const ended = await endSessionsOf(within, person.id, own.session.id);
      const changed = { subject: `person ${person.email}`, after: { sessions_ended: ended } };
      return { ok: true, result: { sessions_ended: ended }, changed };
    },
  );
}

/** Those there were are good no more. */
export function renewRecoveryCodes(context: ServiceContext, own: Own): Promise<OperatorAnswer> {
  return changingOwn(context, { ...own, command: 'people renew-codes' }, async (within, person) => {
    if (!hasPasswordWay(person)) return refusal(NO_PASSWORD);
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(within, person.id, codes.map(recoveryCodeHash), within.now());
    const changed = { subject: `person ${person.email}`, after: { recovery_codes: codes.length } };
    return { ok: true, result: { recovery_codes: codes }, changed };
  });
}

/** The one that asks as well: that is signing out. */
export function endOwnSession(
  context: ServiceContext,
  own: Own,
  id: string,
): Promise<OperatorAnswer> {
  return changingOwn(context, { ...own, command: 'sessions end' }, async (within, person) => {
    const ended = await endSession(within, id, person.id);
    if (!ended) return NOT_FOUND;
    return { ...DONE, changed: { subject: `session ${id}`, after: { ended: true } } };
  });
}

/** All but the one that asks. */
export function endOtherSessions(context: ServiceContext, own: Own): Promise<OperatorAnswer> {
  return changingOwn(context, { ...own, command: 'sessions end' }, async (within, person) => {
    const ended = await endSessionsOf(within, person.id, own.session.id);
    const after = { sessions_ended: ended };
    const changed = ended === 0 ? undefined : { subject: `person ${person.email}`, after };
    return { ok: true, result: after, changed };
  });
}

const NO_PASSWORD = 'You sign in with a passkey, and have no password or authenticator.';

/** One change of a person after the other, with its row of the audit. */
export function changingOwn<Answer extends ChangeAnswer>(
  context: ServiceContext,
  { session, actor, command }: Own & { command: string },
  change: (within: ServiceContext, person: PersonRow) => Promise<Answer>,
): Promise<Answer | typeof NOT_FOUND> {
  const call = { command, actor, reason: undefined };
  return recordingChanges<Answer | typeof NOT_FOUND>(context, call, async (within) => {
    await lockPeople(within.db);
    const person = await findPerson(within.db, session.personId);
    return person === undefined ? NOT_FOUND : change(within, person);
  });
}
