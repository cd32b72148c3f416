import { domainOf, type PeerAlias, pageOf } from '#support/peers/peer-account.ts';
import type { PeerAnswer } from '#support/peers/peer-server.ts';

function aliasBody({ address, note = '', inboxes = [], active = true, uses = 0 }: PeerAlias, id: number) {
  return {
    id,
    email: address,
    name: null,
    enabled: active,
    creation_timestamp: 1_600_000_000 + id,
    creation_date: '2020-09-13 12:26:40+00:00',
    note: note === '' ? null : note,
    nb_block: 0,
    nb_forward: uses,
    nb_reply: 0,
    support_pgp: false,
    disable_pgp: false,
    pinned: false,
    mailbox: { id: 1, email: inboxes[0] ?? 'unused@example.org' },
    mailboxes: inboxes.map((email, index) => ({ id: index + 1, email })),
    latest_activity: null,
  };
}

function contactBody({ contact, blocked = false }: NonNullable<PeerAlias['contacts']>[number], id: number) {
  return {
    id,
    contact,
    creation_timestamp: 1_600_000_000,
    reverse_alias: `"x" <re-${id}@simplelogin.example>`,
    reverse_alias_address: `re-${id}@simplelogin.example`,
    block_forward: blocked,
    last_email_sent_timestamp: null,
  };
}

/** The API of SimpleLogin (`docs/api.md` of simple-login/app): 20 a page, an empty page ends a list; deleted aliases in the trash of their domain. */
export const simpleLoginAnswer: PeerAnswer = ({ pathname, searchParams }, { domains, aliases }) => {
  const live = aliases.filter(({ deleted }) => deleted !== true);
  const page = Number(searchParams.get('page_id'));
  if (pathname === '/custom_domains') {
    const list = domains.map(({ name, catchAll = false }, index) => ({
      id: index + 1,
      domain_name: name,
      is_verified: true,
      nb_alias: 1,
      creation_timestamp: 1_600_000_000,
      catch_all: catchAll,
      name: null,
      random_prefix_generation: false,
      mailboxes: [{ id: 1, email: 'box@example.org' }],
    }));
    return { body: { custom_domains: list } };
  }
  const trash = /^\/custom_domains\/(\d+)\/trash$/u.exec(pathname);
  if (trash !== null) {
    const name = domains[Number(trash[1]) - 1]?.name;
    const gone = aliases.filter((alias) => alias.deleted === true && domainOf(alias) === name);
    return { body: { aliases: gone.map(({ address }) => ({ alias: address, deletion_timestamp: 1_600_000_000 })) } };
  }
  if (pathname === '/v2/aliases') {
    if (!searchParams.has('page_id'))
      return { status: 400, body: { error: 'page_id must be provided in request query' } };
    return { body: { aliases: pageOf(live, page, 20).map((alias, index) => aliasBody(alias, page * 20 + index + 1)) } };
  }
  const contacts = /^\/aliases\/(\d+)\/contacts$/u.exec(pathname);
  if (contacts === null) return null;
  const of = live[Number(contacts[1]) - 1]?.contacts ?? [];
  return { body: { contacts: pageOf(of, page, 20).map((contact, index) => contactBody(contact, index + 1)) } };
};
