import type { EditKind } from './edit.ts';

const DELETIONS: Readonly<Record<string, EditKind>> = {
  deleteContentBackward: 'delete-backward',
  deleteContentForward: 'delete-forward',
};

/** What an input event reports of the edit; autofill and paste bring their text whole. */
export const editKind = (event: Event): EditKind => {
  if (!(event instanceof InputEvent)) return 'other';
  const isKey = event.inputType === 'insertText' && event.data?.length === 1;
  return DELETIONS[event.inputType] ?? (isKey ? 'typed' : 'other');
};
