import * as v from 'valibot';

/** What `routes choose` answers. */
export const routeChoice = v.object({
  brand: v.nullable(v.string()),
  refusal: v.nullable(v.object({ code: v.string(), message: v.string() })),
  routes: v.array(
    v.object({
      terminal: v.string(),
      takes: v.boolean(),
      /** From 0 to 1: how likely it is tried first. */
      share: v.number(),
      why_not: v.nullable(v.string()),
    }),
  ),
});
export type RouteChoice = v.InferOutput<typeof routeChoice>;
