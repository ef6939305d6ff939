/**
 * Characters that nobody sees, but that give a terminal commands, end a line, or turn the direction of the text around
 * them: control characters, separators, direction marks, and halves of characters.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/gu;

/**
 * Escapes unseen characters of a text that others wrote, so that it is one line that reads as it is: `\u001b`. In the
 * strings of JSON, and in double quotes in YAML, the escape means the same character.
 */
export function toVisible(text: string): string {
  return text.replace(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same for text of several lines: line feeds stay. */
export function toVisibleLines(text: string): string {
  return text.split('\n').map(toVisible).join('\n');
}
