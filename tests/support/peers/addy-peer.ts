import { domainOf, nameOf, type PeerAccount, type PeerAlias, pageOf } from '#support/peers/peer-account.ts';
import type { PeerAnswer } from '#support/peers/peer-server.ts';

const times = { created_at: '2019-10-01 09:00:00', updated_at: '2019-10-01 09:00:00' };

function recipientBody(email: string) {
  return {
    id: `recipient ${email}`,
    user_id: 'user',
    email,
    can_reply_send: true,
    should_encrypt: false,
    inline_encryption: false,
    protected_headers: false,
    fingerprint: null,
    email_verified_at: '2019-10-01 09:00:00',
    ...times,
  };
}

function aliasBody(alias: PeerAlias, { domains }: PeerAccount) {
  const { address, note, inboxes = [], active = true, deleted = false, uses = 0, labels } = alias;
  const domain = domainOf(alias);
  const isOwn = domains.some(({ name }) => name === domain);
  return {
    id: `alias ${address}`,
    user_id: 'user',
    aliasable_id: isOwn ? `domain ${domain}` : null,
    aliasable_type: isOwn ? 'App\\Models\\Domain' : null,
    local_part: nameOf(alias),
    extension: null,
    domain,
    email: address,
    active,
    description: note ?? null,
    from_name: null,
    emails_forwarded: uses,
    emails_blocked: 0,
    emails_replied: 0,
    emails_sent: 0,
    recipients: inboxes.map(recipientBody),
    ...(labels !== undefined && { labels: labels.map((name) => ({ id: name, name })) }),
    last_forwarded: null,
    ...times,
    deleted_at: deleted ? '2020-01-01 09:00:00' : null,
  };
}

/** The API of addy.io (app.addy.io/docs): pages of 100 at most, deleted aliases only where they are asked for. */
export const addyAnswer: PeerAnswer = ({ pathname, searchParams }, account) => {
  const { email, domains, aliases } = account;
  if (pathname === '/account-details')
    return {
      body: { data: { id: 'user', username: 'johndoe', default_recipient_id: `recipient ${email}`, ...times } },
    };
  if (pathname === '/recipients') {
    const all = new Set([email, ...aliases.flatMap(({ inboxes = [] }) => inboxes)]);
    return { body: { data: [...all].map(recipientBody) } };
  }
  if (pathname === '/domains') {
    const data = domains.map(({ name, catchAll = false }) => ({
      id: `domain ${name}`,
      user_id: 'user',
      domain: name,
      description: null,
      default_recipient: null,
      active: true,
      catch_all: catchAll,
      domain_verified_at: '2019-10-01 09:00:00',
      ...times,
    }));
    return { body: { data } };
  }
  if (pathname === '/usernames') {
    return {
      body: { data: [{ id: 'username', user_id: 'user', username: 'johndoe', default_recipient: null, ...times }] },
    };
  }
  if (pathname !== '/aliases') return null;
  const page = Number(searchParams.get('page[number]') ?? 1);
  const size = Math.min(100, Number(searchParams.get('page[size]') ?? 100));
  const shown = aliases.filter(({ deleted }) => deleted !== true || searchParams.get('filter[deleted]') === 'with');
  const last = Math.max(1, Math.ceil(shown.length / size));
  const meta = {
    current_page: page,
    last_page: last,
    per_page: size,
    total: shown.length,
    path: '/aliases',
    links: [],
  };
  const links = { first: '', last: '', prev: null, next: page < last ? `page ${page + 1}` : null };
  return { body: { data: pageOf(shown, page - 1, size).map((alias) => aliasBody(alias, account)), links, meta } };
};
