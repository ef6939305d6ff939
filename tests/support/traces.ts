/** Searches data for a secret, in all forms in which it might have leaked. */
import { sql, type Kysely } from 'kysely';

interface Trace {
  /** The secret and its form. */
  name: string;
  bytes: Buffer;
}

/** Returns each secret clear, reversed, in groups of four, as UTF-16, hex, base64 at any offset, packed digits. */
export function tracesOf(secrets: readonly string[]): Trace[] {
  return secrets.flatMap((secret) => {
    const reversed = Array.from(secret).reverse().join('');
    const texts: Record<string, string> = {
      clear: secret,
      reversed,
      'grouped by spaces': grouped(secret, ' '),
      'grouped by hyphens': grouped(secret, '-'),
      hex: Buffer.from(secret).toString('hex'),
      'upper-case hex': Buffer.from(secret).toString('hex').toUpperCase(),
      'hex, reversed': Buffer.from(reversed).toString('hex'),
      ...base64Forms(secret),
    };
    // Packed, a number full of zeros would match in any file by chance.
    const packable = /^(\d\d)+$/.test(secret) && !secret.includes('0000');
    const packed = packable ? [Buffer.from(secret, 'hex')] : [];
    return [
      ...Object.entries(texts).map(([form, text]) => ({
        name: `${secret}, ${form}`,
        bytes: Buffer.from(text),
      })),
      { name: `${secret}, UTF-16`, bytes: Buffer.from(secret, 'utf16le') },
      ...packed.map((bytes) => ({ name: `${secret}, packed`, bytes })),
    ];
  });
}

export function tracesIn(content: Buffer, traces: readonly Trace[]): string[] {
  return traces.filter(({ bytes }) => content.includes(bytes)).map(({ name }) => name);
}

/** Returns a pattern for a security code as a whole value: its digits occur by chance in ids and fractions. */
export function asValue(securityCode: string): RegExp {
  return new RegExp(`(?<![\\w.-]|\\d:|"pid":)${securityCode}(?![\\w-])`);
}

/** Returns every row of every table as text, bytea in hex, like a database dump. */
export async function dumpRows<Tables>(db: Kysely<Tables>): Promise<string> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    db,
  );
  const rows: string[] = [];
  for (const { schema, name } of tables.rows) {
    const content = await sql<{ row: string }>`
      select ${sql.id('t')}::text as row from ${sql.id(schema, name)} as t`.execute(db);
    rows.push(`${schema}.${name}`, ...content.rows.map(({ row }) => row));
  }
  return rows.join('\n');
}

function grouped(text: string, separator: string): string {
  return text.replaceAll(/.{4}(?=.)/g, `$&${separator}`);
}

/** Returns the three base64 forms of a text, which depend on where it begins in the encoded bytes. */
function base64Forms(secret: string): Record<string, string> {
  const forms = [0, 1, 2].map((offset): [form: string, text: string] => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64');
    const certainEnd = Math.floor(((offset + secret.length) * 8) / 6);
    return [`base64 at ${offset}`, encoded.slice(Math.ceil((offset * 8) / 6), certainEnd)];
  });
  return Object.fromEntries(forms);
}
