import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Site } from '#api/describe-site.ts';
import { isPrivate } from '#contract/account/registration-mode.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** Where mail programs look: at `autoconfig.<domain>`, and at the domain itself. */
const paths = ['/mail/config-v1.1.xml', '/.well-known/autoconfig/mail/config-v1.1.xml'];

/** Programs read few: one more of ours is found by its mail host all the same. */
const domainsMax = 50;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

interface Server {
  readonly kind: string;
  readonly host: string;
  readonly port: number;
  readonly socketType: 'SSL' | 'STARTTLS';
}

function describeServer(element: 'incomingServer' | 'outgoingServer', { kind, host, port, socketType }: Server) {
  return [
    `    <${element} type="${kind}">`,
    `      <hostname>${escapeText(host)}</hostname>`,
    `      <port>${port}</port>`,
    `      <socketType>${socketType}</socketType>`,
    '      <authentication>password-cleartext</authentication>',
    '      <username>%EMAILADDRESS%</username>',
    `    </${element}>`,
  ];
}

function writeFile({ smtp, mailboxPort }: Site & { mailboxPort: number }, domains: readonly string[], url: string) {
  const { host } = smtp;
  const name = escapeText(domains[0] ?? host);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<clientConfig version="1.1">',
    `  <emailProvider id="${name}">`,
    ...domains.slice(0, domainsMax).map((domain) => `    <domain>${escapeText(domain)}</domain>`),
    `    <displayName>${name}</displayName>`,
    `    <displayShortName>${name}</displayShortName>`,
    ...describeServer('incomingServer', { kind: 'pop3', host, port: mailboxPort, socketType: 'SSL' }),
    ...describeServer('outgoingServer', { kind: 'smtp', host, port: smtp.sslPort, socketType: 'SSL' }),
    ...describeServer('outgoingServer', { kind: 'smtp', host, port: smtp.port, socketType: 'STARTTLS' }),
    `    <documentation url="${escapeText(url)}" />`,
    '  </emailProvider>',
    '</clientConfig>',
    '',
  ].join('\n');
}

/**
 * How mail programs set themselves up to send as an alias, in the form of Thunderbird (draft-ietf-mailmaint-autoconfig). They ask with the alias
 * alone, before anybody has signed in: so the answer is one for all who ask, whatever they ask with and by which name. Mail comes
 * from a mailbox that is always empty, as these programs take no file without one, and no other place is anybody's to know.
 */
export function autoconfigRoutes(
  app: OpenAPIHono,
  { domains, settings }: Pick<AccountContext, 'domains' | 'settings'>,
  { site }: { readonly site: Site },
): void {
  for (const path of paths) {
    app.get(path, (c) => {
      const { mailboxPort } = site;
      if (mailboxPort === null) return c.notFound();
      // Programs want a domain named, and need not find theirs. Where strangers see no domains it is the mail host.
      const named = isPrivate(settings.registration) ? [site.smtp.host] : domains.names();
      const file = writeFile({ ...site, mailboxPort }, named, settings.publicUrl);
      return c.body(file, 200, { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'max-age=300' });
    });
  }
}
