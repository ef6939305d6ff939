import { z } from 'zod';

/**
 * What of a value fits a schema of optional members, member by member: one that another reading refuses
 * is left out alone, and takes nothing else with it.
 */
export function acceptedMembers<Schema extends z.ZodObject>(
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  return schema.parse(fitting(schema, given));
}

function fitting(schema: z.ZodObject, given: unknown): Record<string, unknown> {
  const members = z.record(z.string(), z.unknown()).safeParse(given).data ?? {};
  const entries = Object.entries(schema.shape).flatMap(([name, member]) => {
    const value = members[name];
    if (value === undefined) return [];
    const inner: unknown = member instanceof z.ZodOptional ? member.unwrap() : member;
    if (inner instanceof z.ZodObject) {
      const part = fitting(inner, value);
      return Object.keys(part).length === 0 ? [] : [[name, part] as const];
    }
    return z.safeParse(member, value).success ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}
