const MAX_EMAIL = 254;

export function isEmail(text: string): boolean {
  return (
    text.length <= MAX_EMAIL &&
    /^[^\s@<>"\\\0-\x1f]+@[^\s@<>"\\\0-\x1f]+\.[^\s@<>"\\\0-\x1f]+$/.test(text)
  );
}
