/** Parts of pages, bundled with their hashes; see vite/page-parts.ts. */
declare module '*?script' {
  const part: { text: string; hash: string };
  export default part;
}
declare module '*?sheet' {
  const part: { text: string; hash: string };
  export default part;
}
