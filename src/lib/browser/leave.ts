/** Issuers post their answer back by a form that sends itself; the sandbox's does likewise. */
const form = document.getElementById('leave');
if (form instanceof HTMLFormElement) form.submit();
