import type { Changed } from '../answer.ts';
import type { Change } from './change.ts';

/** For the audit: by place, what stood there, where anything did, and what stands there now. */
export function recorded(subject: string, made: readonly Change[]): Changed | undefined {
  if (made.length === 0) return undefined;
  const by = (side: 'before' | 'after', changed: readonly Change[]) =>
    Object.fromEntries(
      changed.map(({ place, members }) => [
        place,
        Object.fromEntries(
          Object.entries(members).map(([name, change]) => [name, change[side] ?? null]),
        ),
      ]),
    );
  const known = made.filter(({ kind }) => kind !== 'add');
  return { subject, before: by('before', known), after: by('after', made) };
}
