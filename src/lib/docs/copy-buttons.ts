/** The only script of the pages, known to their policy by its hash: a button that copies beside each block of code. */
export const COPY_BUTTONS = `for (const code of document.querySelectorAll('pre')) {
const button = document.createElement('button');
button.className = 'copy';
button.textContent = 'Copy';
button.onblur = () => { button.textContent = 'Copy'; };
button.onclick = async () => {
try {
await navigator.clipboard.writeText(code.textContent);
button.textContent = 'Copied';
} catch { getSelection().selectAllChildren(code); }
};
code.before(button);
}`;
