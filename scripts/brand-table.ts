/**
 * `npm run generate -- brands`: writes credit-card-type's table of brands into the domain, for the service and the
 * page. A test fails when the package has changed since.
 */
import { join } from 'node:path';
import { brandNames, brandRows } from './brands/brand-rows.ts';
import { writeFormatted } from './write-formatted.ts';

const TABLE = join(import.meta.dirname, '../src/domain/card/brand-rows.ts');

const source = `import type { BrandRow } from './number.ts';

/** Every brand of credit-card-type. Made by \`npm run generate -- brands\`; nobody writes here. */
export const BRAND_ROWS: readonly BrandRow[] = ${JSON.stringify(brandRows())};

/** As the schemes write themselves, in the order of the rows. */
export const BRAND_NAMES: readonly string[] = ${JSON.stringify(brandNames())};
`;
await writeFormatted(TABLE, source);
