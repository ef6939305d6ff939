// The console runs in the browser alone and calls the operators' interface.
export const ssr = false;
