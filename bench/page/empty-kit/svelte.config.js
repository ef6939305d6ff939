import adapter from '@sveltejs/adapter-node';

/** SvelteKit as it comes. */
export default { kit: { adapter: adapter() } };
