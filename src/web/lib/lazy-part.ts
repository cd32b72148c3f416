import { lazy, type ComponentType } from 'react';

/**
 * Code splitting: a part that is loaded when it is first drawn. Where it cannot be, as without a network, `instead` stands in its place
 * and the rest of the page stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<NoInfer<Props>>,
) {
  return lazy(async () => ({ default: await load().catch(() => instead) }));
}
