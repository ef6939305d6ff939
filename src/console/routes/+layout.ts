// All of it runs in the browser, over the operators' interface.
export const ssr = false;
