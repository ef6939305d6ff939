/**
 * The header in which the server tells service and page who asks. It is written anew on each request,
 * so that what a client sends under this name reaches nobody.
 */
export const ADDRESS_HEADER = 'x-tollgate-client-address';
