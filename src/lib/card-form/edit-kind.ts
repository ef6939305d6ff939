import type { EditKind } from './edit.ts';

const KINDS: Readonly<Record<string, EditKind>> = {
  deleteContentBackward: 'delete-backward',
  deleteContentForward: 'delete-forward',
};

/** What an input event reports of the edit; autofill and paste are edits like typing. */
export const editKind = (event: Event): EditKind =>
  event instanceof InputEvent ? (KINDS[event.inputType] ?? 'other') : 'other';
