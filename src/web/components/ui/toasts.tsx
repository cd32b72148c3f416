import { Suspense, useEffect, useLayoutEffect } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useLocation } from '#web/lib/router/place.ts';
import { dismissFault, dismissToast, useHeldToast } from '#web/lib/toast.ts';

function loadToaster() {
  return import('#web/components/ui/toaster.tsx');
}

/** For parts that send forms: the toaster comes along, so that it is there when the network no longer is. */
export async function withToaster<Module>(loaded: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([loaded, loadToaster()]);
  return module;
}

const plainMs = 7_000;

/** The fallback: the bare words of a toast, where the toaster could not be loaded. */
function PlainToaster() {
  const held = useHeldToast();
  const id = held?.id;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => dismissToast(id), plainMs);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    held?.open && (
      <p
        role="alert"
        className="fixed right-4 bottom-[calc(1rem+var(--bar))] left-4 z-40 rounded-box border border-edge bg-sheet p-4"
      >
        <strong className="font-semibold">{held.title}</strong> {held.description}
      </p>
    )
  );
}

const Toaster = lazyPart(async () => (await loadToaster()).Toaster, PlainToaster);

/** Nothing is loaded for toasts before there is one. A fault is not told on the page after that where it was made. */
export function Toasts() {
  const { pathname } = useLocation();
  // Before the effects of that page, which may have one of its own to tell.
  useLayoutEffect(() => dismissFault, [pathname]);
  return (
    useHeldToast() && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
