/** Pages work as plain HTML; what they run in the browser are the entries of lib/browser. */
export const csr = false;
