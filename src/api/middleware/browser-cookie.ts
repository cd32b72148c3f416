import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

/** A short-lived cookie that only this server reads. */
export interface BrowserCookie {
  read(c: Context): string | null;
  write(c: Context, value: string): void;
  /** Reads it for the last time. */
  take(c: Context): string | null;
}

/** The `__Host-` prefix binds it to this host and to https (RFC 6265bis §4.1.3.2). */
export function createBrowserCookie(
  publicUrl: string,
  { name, lifeMs }: { name: string; lifeMs: number },
): BrowserCookie {
  const secure = publicUrl.startsWith('https:');
  const fullName = secure ? `__Host-${name}` : name;
  // Lax: it must come along when another site sends the browser back to us.
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;
  const read = (c: Context): string | null => getCookie(c, fullName) ?? null;
  return {
    read,
    write: (c, value) => setCookie(c, fullName, value, { ...attributes, maxAge: lifeMs / 1000 }),
    take: (c) => {
      deleteCookie(c, fullName, attributes);
      return read(c);
    },
  };
}
