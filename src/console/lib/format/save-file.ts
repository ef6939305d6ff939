/** Has the browser save a text as a file. */
export function saveFile(text: string, { name, type }: { name: string; type: string }): void {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  Object.assign(link, { href, download: name });
  link.click();
  URL.revokeObjectURL(href);
}
