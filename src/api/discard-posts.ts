import type { HttpApp } from '#api/http-server.ts';

/** The longest message of ImprovMX in base64, and more. */
const readMaxBytes = 64 * 1024 * 1024;

/** Reads a body to its end, as whoever sends it waits for that, and keeps nothing. */
async function drain(request: Request): Promise<void> {
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > readMaxBytes) return;
  }
}

/**
 * Takes posts to one path with a plain 200, whatever they hold, before the limits and checks for bodies that mean
 * something. Who does not know the path gets the answer of an unknown one.
 */
export function discardPosts(app: HttpApp, path: string): HttpApp {
  return {
    fetch: async (request, env) => {
      if (request.method !== 'POST' || new URL(request.url).pathname !== path) return app.fetch(request, env);
      // A sender that hangs up has nothing more to hear.
      await drain(request).catch(() => {});
      return new Response(null, { headers: { 'Cache-Control': 'no-store' } });
    },
  };
}
