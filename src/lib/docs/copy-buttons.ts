/**
 * The only script of these pages: adds a copy button to each block of code. The content security policy allows it by
 * its hash.
 */
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
