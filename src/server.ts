import { setSourceMapsSupport } from 'node:module';

// Stacks name lines of the sources where the program runs as it was built. Node maps only what is loaded behind this.
setSourceMapsSupport(true);
await import('./server/main.ts');
