import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from '#web/app/app.tsx';
import { Pages } from '#web/app/routes.tsx';
import { service } from '#web/lib/page-facts.ts';
import { queryClient } from '#web/app/query-client.ts';

async function draw(path: string): Promise<string> {
  const faults: unknown[] = [];
  const { prelude } = await prerender(
    <App>
      <StaticRouter location={path}>
        <Pages />
      </StaticRouter>
    </App>,
    // All in its place: what is moved there later takes an inline script, which our pages refuse.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (fault) => void faults.push(fault) },
  );
  if (faults.length > 0) throw new AggregateError(faults, `${path} could not be prerendered.`);
  const html = await new Response(prelude).text();
  return (
    html
      // Our pages refuse styles in attributes. A library writes some, which it sets again once it runs.
      .replaceAll(/ style="[^"]*"/g, '')
      // Sent by the browser itself, a form would put the password into the address.
      .replaceAll('<form ', '<form inert ')
  );
}

/** Prerendered HTML of the pages that people see first who are signed out. Made by the build, not in a browser. */
export const landingPage = await draw('/home');
export const authPage = await draw('/auth');
service.isPrivate = true;
export const privateLandingPage = await draw('/home');

// Its timers would keep the build waiting.
queryClient.clear();
