import { Suspense, useEffect, useRef, type ReactNode, type RefObject, useSyncExternalStore } from 'react';
import { findPage } from '#contract/pages.ts';
import { shellMessages } from '#messages/pages/shell.ts';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';
import { Footer } from '#web/app/footer.tsx';
import { NavigationBar } from '#web/app/bar/navigation-bar.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { Toasts } from '#web/components/ui/toasts.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { tellHydrated } from '#web/lib/hydration.ts';
import { Link } from '#web/lib/router/link.tsx';
import { useLocation } from '#web/lib/router/place.ts';

/** What surrounds every page. */
export function Layout({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useArrival(pathname, main);

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only rounded-box bg-ink px-4 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-amber focus:px-4 focus:py-2 focus:text-on-amber"
      >
        {shellMessages.skip}
      </a>
      <PreviewBanner />
      <NavigationBar />
      <OfflineNotice />
      <Toasts />
      <main id="main" ref={main} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<FullScreenWaiting />}>
            {children}
            <HydrationEnd />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </div>
  );
}

/** A prerendered page is hydrated last, after all that surrounds it. */
function HydrationEnd() {
  useEffect(tellHydrated, []);
  return null;
}

/** Each page begins at its top and is counted once, by its pattern. */
function useArrival(pathname: string, main: RefObject<HTMLElement | null>): void {
  const lastPathname = useRef<string | null>(null);
  useEffect(() => {
    const before = lastPathname.current;
    if (before === pathname) return;
    lastPathname.current = pathname;
    recordEvent({ name: 'page_view', path: findPage(pathname) ?? '*' });
    if (before === null) return;
    window.scrollTo(0, 0);
    // Who reads by ear or by keyboard goes on at the new page, not at the old link.
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}

/** The preview banner, on every page of an instance that delivers only to its own inbox. */
function PreviewBanner() {
  const config = useConfig();
  return (
    <aside
      aria-label={shellMessages.preview}
      className={joinClasses(
        'bg-ink px-4 py-2 text-center text-note text-paper dark:bg-well dark:text-ink',
        // Until the configuration is known the server's word in the page decides, so that nothing moves.
        !config?.preview && 'outside-preview:hidden',
      )}
    >
      {shellMessages.previewText}{' '}
      <Link to="/inbox" className="font-semibold whitespace-nowrap underline underline-offset-2">
        {shellMessages.openInbox}
      </Link>
    </aside>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** The offline notice: says so while the browser has no network. */
function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && <p className="bg-amber-wash px-4 py-2 text-center text-note">{shellMessages.offline}</p>}
    </div>
  );
}
