/** As much of a request as the pages of an order are made from. */
export interface OrderRequest {
  params: { id: string };
  url: URL;
  locals: App.Locals;
}

/** The hook asks what a page shows before its route does: whoever comes second is given the same. */
export const oncePerRequest = <Shown>(
  show: (request: OrderRequest) => Promise<Shown>,
): ((request: OrderRequest) => Promise<Shown>) => {
  const shown = new WeakMap<App.Locals, Promise<Shown>>();
  return ({ params, url, locals }) => {
    const known = shown.get(locals) ?? show({ params, url, locals });
    shown.set(locals, known);
    return known;
  };
};
