import type { ServiceConfig } from '#service/start.ts';

/**
 * An address of the operators' listener as browsers reach it. By its name: a browser knows passkeys of a name
 * alone, not of a number.
 */
export function forBrowsers(
  { operatorPublicUrl }: Pick<ServiceConfig, 'operatorPublicUrl'>,
  operatorUrl = '',
): string {
  return operatorPublicUrl ?? operatorUrl.replace(/\/\/(127\.0\.0\.1|\[::1\]):/, '//localhost:');
}

/** Where the console is, as browsers reach it. */
export function consoleUrl(config: ServiceConfig, operatorUrl: string): string {
  return `${forBrowsers(config, operatorUrl)}/console`;
}
