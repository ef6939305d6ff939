import adapter from '@sveltejs/adapter-node';

/** SvelteKit with its default settings. */
export default { kit: { adapter: adapter() } };
