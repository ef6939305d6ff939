/**
 * The header in which the server passes the client's address to service and page. It is written anew on
 * each request, so that what a client sends under this name reaches nobody.
 */
export const ADDRESS_HEADER = 'x-tollgate-client-address';
