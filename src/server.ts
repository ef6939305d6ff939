import { setSourceMapsSupport } from 'node:module';

// Makes stack traces of the built program name lines of the sources. Node maps only modules loaded after this call,
// hence the dynamic import.
setSourceMapsSupport(true);
await import('./server/main.ts');
