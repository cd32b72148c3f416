/** Why a text is no address of a server. */
type AddressFault = 'addressMissing' | 'addressInvalid' | 'insecure';

export type ServerAddress = { readonly origin: string } | { readonly fault: AddressFault };

/** This machine itself: nobody else reads what goes over http to it. The manifest names the same. */
const loopback = /^(?:localhost|127\.0\.0\.1)$/u;

function parse(text: string): URL | null {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//iu.test(text);
  const whole = hasScheme ? text : `https://${text}`;
  if (!URL.canParse(whole)) return null;
  const url = new URL(whole);
  // Whoever types `localhost:3000` means the server that they have just started.
  return !hasScheme && loopback.test(url.hostname) ? new URL(`http://${text}`) : url;
}

/** The origin of a server as somebody typed its address. https, or http to this machine; the path does not matter. */
export function readServerAddress(typed: string): ServerAddress {
  const text = typed.trim();
  if (text === '') return { fault: 'addressMissing' };
  const url = parse(text);
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') {
    return { fault: 'addressInvalid' };
  }
  if (url.protocol === 'https:') return { origin: url.origin };
  if (url.protocol !== 'http:') return { fault: 'addressInvalid' };
  return loopback.test(url.hostname) ? { origin: url.origin } : { fault: 'insecure' };
}

/** The permission for one server. A pattern has no port in Firefox, and counts for all of a host there. */
export function permissionFor(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}
