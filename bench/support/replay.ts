import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { UUID } from '#contract/patterns.ts';
import type { Recording } from './recording.ts';

/** What a request names: an order, a reference of its own. */
export interface Named {
  orderId: string;
  reference: string;
}

type Statement = (fresh: Fresh) => pg.QueryConfig;
type Value = (fresh: Fresh) => unknown;

/** One replay's own values: each recorded id stands for one that nobody had before. */
interface Fresh extends Named {
  now: Date;
  idFor(id: string): string;
}

/**
 * Two recordings of one kind of request as statements to be run again. What is the same in both stays;
 * what differs is a time, an id, or what the request names. All are prepared.
 */
export function replayOf(
  [first, named]: [Recording, Named],
  [second]: [Recording, Named],
): (request: Named) => pg.QueryConfig[] {
  const texts = (recording: Recording) => recording.map(({ sql }) => sql);
  if (!isDeepStrictEqual(texts(first), texts(second))) {
    throw new Error('Two requests of one kind had different statements');
  }
  const ids = idsThatDiffer(first, second).add(named.orderId);
  const statements = first.map((query, index): Statement => {
    const values = query.parameters.map((value) => valueOf(value, named, ids));
    const name = `floor_${index}`;
    return (fresh) => ({ name, text: query.sql, values: values.map((value) => value(fresh)) });
  });
  return (request) => {
    const fresh = freshFor(request, named);
    return statements.map((statement) => statement(fresh));
  };
}

function idsThatDiffer(first: Recording, second: Recording): Set<string> {
  const ids = first.flatMap(({ parameters }, index) =>
    parameters.filter((value, place) => value !== second[index]?.parameters[place]),
  );
  return new Set(ids.filter((id) => typeof id === 'string').filter((id) => UUID.test(id)));
}

function valueOf(recorded: unknown, named: Named, ids: ReadonlySet<string>): Value {
  if (recorded === named.reference) return ({ reference }) => reference;
  if (recorded instanceof Date) return ({ now }) => now;
  if (typeof recorded === 'string') return textOf(recorded, ids);
  if (!Array.isArray(recorded)) return () => recorded;
  const members = recorded.map((member: unknown) => valueOf(member, named, ids));
  return (fresh) => members.map((member) => member(fresh));
}

/** Ids stand alone, and inside what is JSON. */
function textOf(recorded: string, ids: ReadonlySet<string>): Value {
  const pieces = recorded.split(EMBEDDED_ID);
  if (!pieces.some((piece) => ids.has(piece))) return () => recorded;
  if (pieces.every((piece) => piece === '' || ids.has(piece)))
    return (fresh) => fresh.idFor(recorded);
  return (fresh) => pieces.map((piece) => (ids.has(piece) ? fresh.idFor(piece) : piece)).join('');
}

const EMBEDDED_ID = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

function freshFor(request: Named, recorded: Named): Fresh {
  let made: Map<string, string> | undefined;
  return {
    ...request,
    now: new Date(),
    idFor(id) {
      if (id === recorded.orderId) return request.orderId;
      made ??= new Map();
      const own = made.get(id) ?? randomUUID();
      made.set(id, own);
      return own;
    },
  };
}
