import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';

const makeBrotli = promisify(brotliCompress);
const makeGzip = promisify(gzip);

/** Below this a packed answer is hardly smaller. */
const minBytes = 1024;
const textTypes = /^(?:text\/|application\/(?:json|javascript)|image\/svg)/;
/** Levels for answers made on the spot; files are packed better at build time. */
const brotliQuality = 1;

export type Encoding = 'br' | 'gzip';

/** The best coding the client takes (RFC 9110 §12.5.3); null for none. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | null {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, weight]) => weight === undefined || !/^q=0(?:\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : null;
}

/** On another thread. */
async function pack(encoding: Encoding, octets: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const packed =
    encoding === 'br'
      ? makeBrotli(octets, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : makeGzip(octets);
  return new Uint8Array(await packed);
}

function replaceBody(c: Context, octets: Uint8Array<ArrayBuffer>): void {
  const { status, headers } = c.res;
  // Else the framework joins the new answer with the old one, and reads its body as a stream for that.
  c.res = undefined;
  c.res = new Response(octets, { status, headers });
}

/** Packs larger text answers. Their ETags must be weak: one tag stands for every coding. */
export function compression(): MiddlewareHandler {
  return async function compression(c, next) {
    await next();
    const type = c.res.headers.get('Content-Type') ?? '';
    if (c.res.headers.has('Content-Encoding') || !textTypes.test(type)) return;
    c.res.headers.append('Vary', 'Accept-Encoding');
    const encoding = chooseEncoding(c.req.header('Accept-Encoding'));
    if (encoding === null || c.req.method === 'HEAD') return;
    const octets = new Uint8Array(await c.res.arrayBuffer());
    if (octets.length < minBytes) return replaceBody(c, octets);
    replaceBody(c, await pack(encoding, octets));
    c.res.headers.set('Content-Encoding', encoding);
    c.res.headers.delete('Content-Length');
  };
}

/** Packs a large answer where it is made: while its turn lasts, and without taking it from the answer, which copies it. */
export async function answerPacked(c: Context, octets: Uint8Array<ArrayBuffer>): Promise<Response> {
  const encoding = chooseEncoding(c.req.header('Accept-Encoding'));
  if (encoding === null || c.req.method === 'HEAD') return c.body(octets);
  c.header('Vary', 'Accept-Encoding', { append: true });
  c.header('Content-Encoding', encoding);
  return c.body(await pack(encoding, octets));
}
