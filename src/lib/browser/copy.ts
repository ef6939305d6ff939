/**
 * Copies a text. If the browser refuses, as those inside of apps do, selects the text where the page shows it, for the
 * shopper to copy.
 *
 * @returns whether it was copied
 */
export async function copyOrSelect(text: string, shown: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}
