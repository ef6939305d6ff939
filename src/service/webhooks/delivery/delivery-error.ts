/** Why an attempt has no answer that counts. An answer with a status has none of these. */
export type DeliveryError =
  | 'timeout'
  | 'private_address'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_closed'
  | 'unreachable'
  | 'tls'
  | 'bad_answer'
  | 'bad_address'
  /** This service was stopped, or died, meanwhile: nothing is known of the receiver. */
  | 'interrupted';

const CLASSES: readonly (readonly [RegExp, DeliveryError])[] = [
  [/^PRIVATE_ADDRESS$/, 'private_address'],
  [
    /^(ENOTFOUND|ENODATA|ESERVFAIL|ETIMEOUT|EREFUSED|EBADNAME|EBADRESP|EAI_\w+)$/,
    'name_not_resolved',
  ],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/, 'connection_closed'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EINVAL)$/, 'unreachable'],
  [/^HPE_/, 'bad_answer'],
  [
    /CERT|^ERR_(TLS|SSL|OSSL)|^EPROTO$|^UNABLE_TO|^CRL_|HOSTNAME_MISMATCH|INVALID_CA|CHAIN_TOO_LONG/,
    'tls',
  ],
];

/** By the codes of node:dns, node:net, OpenSSL and the HTTP parser. */
export function classifyError(error: Error): DeliveryError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CLASSES.find(([pattern]) => pattern.test(code))?.[1] ?? 'unreachable';
}
