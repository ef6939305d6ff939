/** Imported ahead of a program, it prints which modules of the tracing SDK that loads. */
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    if (/@opentelemetry\/(?!api\/)/.test(url)) process.stdout.write(`loaded ${url}\n`);
    return next(url, context);
  },
});
