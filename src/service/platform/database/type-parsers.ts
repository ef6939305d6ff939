import pg from 'pg';

const INT8_OID = 20;

/** int8 arrives as bigint and numeric as text, so that no amount ever passes through a double. */
export function typeParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(INT8_OID, BigInt);
  return parsers;
}
