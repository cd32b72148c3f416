import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';
import { NavigationBar } from '#web/app/navigation-bar.tsx';
import { PreviewBanner } from '#web/app/preview-banner.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';

/** What surrounds every page. */
export const Layout = () => {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const lastPathname = useRef(pathname);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    window.scrollTo(0, 0);
    // Who reads by ear or by keyboard goes on at the new page, not at the old link.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

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
      <main id="main" ref={main} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<FullScreenWaiting />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
};
