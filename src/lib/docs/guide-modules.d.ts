/** A document as the pages show it; see vite/guides.ts. */
declare module '*?guide' {
  import type { Guide } from '$lib/docs/guides.ts';

  const guide: Guide;
  export default guide;
}
