import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { switchAlias } from '#web/features/aliases/alias-calls.ts';
import { tellHydrated } from '#web/lib/hydration.ts';
import { useHeldToast } from '#web/lib/toast.ts';

afterEach(() => vi.unstubAllGlobals());

function Told() {
  return useHeldToast()?.title;
}

const alias = { id: 'a', alias: 'shop', domain: 'kauke.test', targets: [] } as unknown as Alias;

it.each([
  [true, 'Alias eingeschaltet', 'Alias Activated'],
  [false, 'Alias pausiert', 'Alias Paused'],
])('a switch to %s is told as such, in whatever language the server answers', async (active, message, told) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message, alias, undo: null })));
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage(): void {}
    },
  );
  tellHydrated();
  await switchAlias(new QueryClient(), alias, active);
  expect(renderToStaticMarkup(<Told />)).toBe(told);
});
