import type { RequestContext } from '../request-context.ts';

/** Where operators reach this listener: as they were told, or else this machine at the port that was asked. */
export function operatorOrigin(c: RequestContext, publicUrl: string | undefined): string {
  const port = c.env.incoming?.socket.localPort;
  return publicUrl ?? (port === undefined ? 'http://localhost' : `http://localhost:${port}`);
}
