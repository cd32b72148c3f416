import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react';

type LazyPart<Props extends object> = ((props: Props) => ReactNode) & {
  /** Loads it before it is drawn, so that it need not be waited for then. */
  load(): Promise<void>;
};

/** Code splitting: a part that is loaded when it is first drawn, or before. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Late: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  function Part(props: Props) {
    // React waits for a lazy one even where it is there, and shows so for 300 ms.
    const [Chosen] = useState(() => loaded ?? Late);
    return createElement(Chosen, props);
  }
  return Object.assign(Part, {
    load: async () => {
      loaded = await load();
    },
  });
}

/** Where the part cannot be loaded, as without a network, `instead` stands in its place and the rest of the page stays. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<NoInfer<Props>>,
): LazyPart<Props> {
  return lazyComponent(() => load().catch(() => instead));
}
