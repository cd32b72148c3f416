import type { HttpApp } from '#api/http-server.ts';

const reading = ['GET', 'HEAD'];

/**
 * For the port of plain HTTP: who comes to read is led to the same path at `publicUrl`, never to what the Host header
 * says. Whatever else was sent in the clear is refused, so that nobody's program goes on doing so unnoticed.
 */
export function createRedirectApp(publicUrl: string): HttpApp {
  return {
    fetch: ({ method, url }) => {
      if (!reading.includes(method)) {
        return new Response(null, { status: 405, headers: { Allow: reading.join(', '), 'Cache-Control': 'no-store' } });
      }
      const { pathname, search } = new URL(url);
      const headers = { Location: `${publicUrl}${pathname}${search}`, 'Cache-Control': 'max-age=3600' };
      return new Response(null, { status: 308, headers });
    },
  };
}
