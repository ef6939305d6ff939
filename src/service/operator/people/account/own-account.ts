import type { ServiceContext } from '../../../platform/context.ts';
import { hasPasswordWay } from '../change-person.ts';
import { selectPasskeysOf } from '../passkeys/queries.ts';
import { countRecoveryCodes, findPerson } from '../queries.ts';
import { listSessions, type Session } from '../sessions.ts';

/** More than anybody has open; the latest are shown. */
const MOST_SESSIONS = 100;

/** What somebody who has signed in is shown of themselves: how they can, and where they are. */
export async function showAccount(context: ServiceContext, session: Session) {
  const person = await findPerson(context.db, session.personId);
  if (person === undefined) return undefined;
  const { id, email, role, merchant_id: merchant, created_at } = person;
  const [recovery_codes, passkeys, sessions] = await Promise.all([
    countRecoveryCodes(context.db, id),
    selectPasskeysOf(context.db, id),
    listSessions(context, id, { after: undefined, limit: MOST_SESSIONS }),
  ]);
  return {
    ...{ email, role, merchant, created_at, recovery_codes },
    password: hasPasswordWay(person),
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      created_at: passkey.created_at,
      last_used_at: passkey.last_used_at,
    })),
    sessions: sessions.map(({ person: _person, role: _role, ...shown }) => ({
      ...shown,
      current: shown.id === session.id,
    })),
  };
}
