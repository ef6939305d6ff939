/** Imported before a program, prints the tracing SDK's modules that the program loads. */
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    if (/@opentelemetry\/(?!api\/)/.test(url)) process.stdout.write(`loaded ${url}\n`);
    return next(url, context);
  },
});
