let isPressed = false;

/** Touch and pen send these as well, once it is clear that they mean a click. */
document.addEventListener('mousedown', ({ button }) => (isPressed = button === 0), true);
document.addEventListener('mouseup', () => (isPressed = false), true);

/**
 * Acts at once or, while a click is under way, when it has landed: whatever moves the page between
 * pressing and letting go takes the button away from under the finger.
 */
export const afterClick = (act: () => void): void => {
  if (!isPressed) act();
  // The click comes right behind this event, before anything that is put off.
  else document.addEventListener('mouseup', () => setTimeout(act), { once: true });
};
