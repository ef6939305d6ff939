/**
 * The header in which the server passes the client's address to the service and the page. The server overwrites it on
 * each request, so a client cannot forge it.
 */
export const ADDRESS_HEADER = 'x-tollgate-client-address';
