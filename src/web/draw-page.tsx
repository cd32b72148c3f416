import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { App } from '#web/app/app.tsx';
import { StaticRouter } from '#web/lib/router/router.tsx';

/** The HTML of a page as those see it who are signed out, outside of a browser. @throws AggregateError for one that cannot be drawn */
export async function drawPage(pathname: string, pages: ReactNode): Promise<string> {
  const faults: unknown[] = [];
  const { prelude } = await prerender(
    <App>
      <StaticRouter pathname={pathname}>{pages}</StaticRouter>
    </App>,
    // All in its place: what is moved there later takes an inline script, which our pages refuse.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (fault) => void faults.push(fault) },
  );
  if (faults.length > 0) {
    throw new AggregateError(faults, `${pathname} could not be prerendered: ${String(faults[0])}`);
  }
  const html = await new Response(prelude).text();
  return (
    html
      // Our pages refuse styles in attributes. A library writes some, which it sets again once it runs.
      .replaceAll(/ style="[^"]*"/g, '')
      // Sent by the browser itself, a form would put the password into the address.
      .replaceAll('<form ', '<form inert ')
  );
}
