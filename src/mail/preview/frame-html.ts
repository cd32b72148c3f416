/** Elements that load, lead elsewhere or run: none of them works under another name. */
const armed =
  /<(\/?)(a|applet|area|base|button|embed|form|frame|frameset|iframe|link|meta|object|portal|script)(?=[\s/>])/giu;

const look = 'html{color-scheme:light;background:#fff}x-a{color:#0645ad;text-decoration:underline}';

/**
 * An HTML message as a document to be looked at in a sandboxed frame, which runs and loads nothing whatever stands in it
 * (`framePolicy`). Links and what browsers look up before a policy is asked, such as `<link rel=preconnect>`, lose their
 * names besides.
 */
export function frameHtml(html: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${look}</style>${html.replaceAll(armed, '<$1x-$2')}`;
}

/** The Content-Security-Policy of such a document. */
export const framePolicy = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');
