import { z } from 'zod';

/**
 * Returns the members of a value that fit a schema of optional members. Checks each one separately: a member that
 * does not fit is left out and the others stay.
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
