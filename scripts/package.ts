/** `npm run package`: makes dist/tollgate-VERSION.tar.gz, all that a machine in production gets. */
import { join } from 'node:path';
import { makePackage } from './release/make-package.ts';

console.log(await makePackage(join(import.meta.dirname, '../dist')));
