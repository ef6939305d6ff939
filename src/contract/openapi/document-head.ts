interface Described {
  title: string;
  description: string;
  server: { url: string; description: string };
}

/** What a document says of itself before it says what can be asked. */
export function documentHead({ title, description, server }: Described) {
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '1',
      description,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [server],
  };
}

/** The listener that merchants call. */
export function merchantsServer(url: string): Described['server'] {
  return { url, description: 'This deployment.' };
}
