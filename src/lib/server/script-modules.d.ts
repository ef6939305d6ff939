/** An entry of lib/browser as text to inline in a page; see vite/inline-scripts.ts. */
declare module '*?script' {
  const code: string;
  export default code;
}
