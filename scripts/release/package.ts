/** `npm run package`: creates dist/tollgate-VERSION.tar.gz, everything that a production machine gets. */
import { join } from 'node:path';
import { makePackage } from './make-package.ts';

console.log(await makePackage(join(import.meta.dirname, '../../dist')));
