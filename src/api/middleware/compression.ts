import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

const makeBrotli = promisify(brotliCompress);
const makeGzip = promisify(gzip);

/** Below this a packed answer is hardly smaller. */
const minBytes = 1024;
const textTypes = /^(?:text\/|application\/(?:json|javascript)|image\/svg)/;
/** Levels for answers made on the spot; files are packed better at build time. */
const brotliQuality = 1;

export type Encoding = 'br' | 'gzip';

/** The best coding the client takes (RFC 9110 §12.5.3); null for none. */
export const chooseEncoding = (acceptEncoding: string | undefined): Encoding | null => {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, weight]) => weight === undefined || !/^q=0(?:\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : null;
};

const pack = (encoding: Encoding, octets: Buffer): Promise<Buffer> =>
  encoding === 'br'
    ? makeBrotli(octets, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
    : makeGzip(octets);

/** Packs larger text answers. Their ETags must be weak: one tag stands for every coding. */
export const compression = (): MiddlewareHandler =>
  async function compression(c, next) {
    await next();
    const type = c.res.headers.get('Content-Type') ?? '';
    if (c.res.body === null || c.res.headers.has('Content-Encoding') || !textTypes.test(type)) return;
    c.header('Vary', 'Accept-Encoding', { append: true });
    const encoding = chooseEncoding(c.req.header('Accept-Encoding'));
    if (encoding === null || c.req.method === 'HEAD') return;
    const { status, headers } = c.res;
    const octets = Buffer.from(await c.res.arrayBuffer());
    if (octets.length < minBytes) {
      c.res = new Response(octets, { status, headers });
      return;
    }
    const packed = await pack(encoding, octets);
    c.res = new Response(new Uint8Array(packed), { status, headers });
    c.res.headers.set('Content-Encoding', encoding);
    c.res.headers.delete('Content-Length');
  };
