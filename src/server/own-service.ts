import type { Service } from '#service/service.ts';

export type Serve = (request: Request) => Response | Promise<Response>;

/** No name that is ever looked up: requests to it do not leave the process. */
const HOST = 'http://service.invalid';

/** The address of this process's service, as whoever signs for it has it. */
export function ownServiceUrl(publicPathPrefix: string): string {
  return HOST + publicPathPrefix;
}

/**
 * The service without a socket, for the page beside it. What a proxy takes off the path of a request
 * from outside is taken off here.
 */
export function ownService({ fetch }: Pick<Service, 'fetch'>, publicPathPrefix: string): Serve {
  const outside = ownServiceUrl(publicPathPrefix);
  return (request) => {
    const { url } = request;
    if (publicPathPrefix === '' || !url.startsWith(`${outside}/`)) return fetch(request);
    return fetch(new Request(HOST + url.slice(outside.length), request));
  };
}
