/** `npm run client -- pack`: creates dist/tollgate-VERSION.tgz, which a merchant's developer installs. */
import { join } from 'node:path';
import { packClient } from './client/pack-client.ts';

console.log(await packClient(join(import.meta.dirname, '../../dist')));
