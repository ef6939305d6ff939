import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { UUID } from '#contract/patterns.ts';
import type { Recording } from './recording.ts';

/** What a request names: an order, and a unique reference. */
export interface Named {
  orderId: string;
  reference: string;
}

type Statement = (fresh: Fresh) => pg.QueryConfig;
type Value = (fresh: Fresh) => unknown;

/** The values of one replay: each recorded id stands for a new one. */
interface Fresh extends Named {
  nowMs: number;
  idFor(id: string): string;
}

/**
 * Turns two recordings of one kind of request into statements that can be run again. Values that are equal in both
 * are kept. Values that differ are ids, or what the request names. Times are shifted so that the recording's earliest
 * time becomes now. All statements are prepared.
 */
export function replayOf(
  [first, named]: [Recording, Named],
  [second]: [Recording, Named],
): (request: Named) => pg.QueryConfig[] {
  const texts = (recording: Recording) => recording.map(({ sql }) => sql);
  if (!isDeepStrictEqual(texts(first), texts(second))) {
    throw new Error('Two requests of one kind had different statements');
  }
  const recorded = {
    ...named,
    ids: idsThatDiffer(first, second).add(named.orderId),
    began: beginning(first),
  };
  const statements = first.map((query, index): Statement => {
    const values = query.parameters.map((value) => valueOf(value, recorded));
    const name = `floor_${index}`;
    return (fresh) => ({ name, text: query.sql, values: values.map((value) => value(fresh)) });
  });
  return (request) => {
    const fresh = freshFor(request, named);
    return statements.map((statement) => statement(fresh));
  };
}

function idsThatDiffer(first: Recording, second: Recording): Set<string> {
  const values = (recording: Recording) =>
    recording.flatMap(({ parameters }) => parameters.flatMap((value: unknown) => value));
  const others = values(second);
  const ids = values(first).filter((value, place) => value !== others[place]);
  return new Set(ids.filter((id) => typeof id === 'string').filter((id) => UUID.test(id)));
}

interface Recorded extends Named {
  ids: ReadonlySet<string>;
  began: number;
}

/** Returns the earliest time in a recording's parameters. */
function beginning(recording: Recording): number {
  const times = recording.flatMap(({ parameters }) => parameters).filter(isDate);
  return Math.min(...times.map((time) => time.getTime()));
}

function valueOf(value: unknown, recorded: Recorded): Value {
  if (value === recorded.reference) return ({ reference }) => reference;
  if (isDate(value)) {
    const laterMs = value.getTime() - recorded.began;
    return ({ nowMs }) => new Date(nowMs + laterMs);
  }
  if (typeof value === 'string') return textOf(value, recorded.ids);
  if (!Array.isArray(value)) return () => value;
  const members = value.map((member: unknown) => valueOf(member, recorded));
  return (fresh) => members.map((member) => member(fresh));
}

function isDate(value: unknown): value is Date {
  return value instanceof Date;
}

/** Replaces the recorded ids in a text, which is an id or contains them, as JSON does. */
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
    nowMs: Date.now(),
    idFor(id) {
      if (id === recorded.orderId) return request.orderId;
      made ??= new Map();
      const own = made.get(id) ?? randomUUID();
      made.set(id, own);
      return own;
    },
  };
}
