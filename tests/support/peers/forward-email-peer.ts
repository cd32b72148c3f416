import { domainOf, nameOf, pageOf } from '#support/peers/peer-account.ts';
import type { PeerAnswer } from '#support/peers/peer-server.ts';

const pageSize = 1000;

/** The API of Forward Email (forwardemail.net/email-api): bare lists, a thousand a page. */
export const forwardEmailAnswer: PeerAnswer = ({ pathname, searchParams }, { email, domains, aliases }) => {
  const page = Number(searchParams.get('page') ?? 1) - 1;
  if (pathname === '/v1/account') return { body: { id: 'user', email, plan: 'enhanced_protection', locale: 'en' } };
  if (pathname === '/v1/domains') {
    const list = domains.map(({ name }) => ({
      id: `domain ${name}`,
      name,
      plan: 'enhanced_protection',
      has_mx_record: true,
    }));
    return { body: pageOf(list, page, pageSize) };
  }
  const name = /^\/v1\/domains\/([^/]+)\/aliases$/u.exec(pathname)?.[1];
  if (name === undefined || !domains.some((domain) => domain.name === decodeURIComponent(name))) return null;
  const own = aliases.filter((alias) => domainOf(alias) === decodeURIComponent(name));
  const list = own.map((alias) => ({
    id: `alias ${alias.address}`,
    name: nameOf(alias),
    description: alias.note ?? '',
    labels: alias.labels ?? [],
    is_enabled: alias.active ?? true,
    error_code_if_disabled: 250,
    has_recipient_verification: false,
    recipients: alias.inboxes ?? [],
    domain: { id: `domain ${domainOf(alias)}`, name: domainOf(alias) },
    created_at: '2020-01-01T00:00:00.000Z',
    updated_at: '2020-01-01T00:00:00.000Z',
  }));
  return { body: pageOf(list, page, pageSize) };
};
