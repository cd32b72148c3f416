import type { MiddlewareHandler } from 'hono';

/** `filter[active]`, and whatever may stand behind its last bracket. */
const bracketed = /^([^[\]]+(?:\[[^[\]]*\])+).*$/su;

/** The name that PHP reads: what follows the last bracket counts for nothing. */
function readName(name: string): string {
  return bracketed.exec(name.trimStart())?.[1] ?? name;
}

/**
 * Reads names in a query as PHP does, which those clients were written for: the app of addy.io for Android sends
 * `filter%5Bactive%5D%3D=true`, whose name is `filter[active]=`.
 */
export function phpNames(): MiddlewareHandler {
  return async function phpNames(c, next) {
    const { url } = c.req.raw;
    const at = url.indexOf('?');
    if (c.req.method === 'GET' && at !== -1) {
      const given = [...new URLSearchParams(url.slice(at))];
      const read = given.map(([name, value]) => [readName(name), value] as [string, string]);
      if (read.some(([name], index) => name !== given[index]?.[0])) {
        const { headers, signal } = c.req.raw;
        c.req.raw = new Request(`${url.slice(0, at)}?${new URLSearchParams(read).toString()}`, { headers, signal });
      }
    }
    await next();
  };
}
