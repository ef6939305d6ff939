import { SECURITY } from './common-components.ts';

/** What a document says of itself before it says what can be asked. */
export function documentHead(title: string, description: string, serverUrl: string) {
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '1',
      description,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: serverUrl, description: 'This deployment.' }],
    security: SECURITY,
  };
}
