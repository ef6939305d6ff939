/** An entry of lib/browser as text that stands in a page: vite/inline-scripts.ts. */
declare module '*?script' {
  const code: string;
  export default code;
}
