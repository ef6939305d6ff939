import { redirect } from '@sveltejs/kit';
import { at } from '#console/paths.ts';

export function load(): never {
  redirect(307, at('/overview'));
}
