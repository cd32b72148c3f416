import { Suspense, useEffect, useRef, type RefObject } from 'react';
import { Outlet, useLocation } from 'react-router';
import { findPage } from '#contract/pages.ts';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';
import { Footer } from '#web/app/footer.tsx';
import { NavigationBar } from '#web/app/navigation-bar.tsx';
import { OfflineNotice } from '#web/app/offline-notice.tsx';
import { PreviewBanner } from '#web/app/preview-banner.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { recordEvent } from '#web/lib/record-event.ts';
import { tellHydrated } from '#web/lib/hydration.ts';

/** What surrounds every page. */
export function Layout() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useArrival(pathname, main);

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only rounded-box bg-ink px-4 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <PreviewBanner />
      <NavigationBar />
      <OfflineNotice />
      <main id="main" ref={main} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<FullScreenWaiting />}>
            <Outlet />
            <TakeOver />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </div>
  );
}

/** A prerendered page is hydrated last, after all that surrounds it. */
function TakeOver() {
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
