/** The three headers, well formed; whether they are true is another question. */
export interface Credentials {
  keyId: string;
  signature: string;
  timestamp: string;
}

export interface ReceivedRequest {
  method: string;
  /** The public path as the caller sent it. */
  path: string;
  body: Uint8Array;
  holdsCardData: boolean;
}
