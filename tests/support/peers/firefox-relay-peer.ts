import { domainOf, nameOf, type PeerAlias } from '#support/peers/peer-account.ts';
import type { PeerAnswer } from '#support/peers/peer-server.ts';

function maskBody(alias: PeerAlias, id: number) {
  const domain = domainOf(alias);
  const isRandom = domain === 'mozmail.com';
  return {
    mask_type: isRandom ? 'random' : 'custom',
    enabled: alias.active ?? true,
    description: alias.note ?? '',
    block_list_emails: false,
    used_on: null,
    id,
    address: nameOf(alias),
    domain: 2,
    created_at: '2021-05-05T00:00:00.000Z',
    last_modified_at: '2021-05-05T00:00:00.000Z',
    last_used_at: null,
    num_forwarded: alias.uses ?? 0,
    num_blocked: 0,
    num_level_one_trackers_blocked: null,
    num_replied: 0,
    num_spam: 0,
    full_address: alias.address,
    ...(isRandom && { generated_for: '' }),
  };
}

/** The API of Firefox Relay (relay.firefox.com/api/v1/docs): bare lists; without the slash at its end a path redirects. */
export const firefoxRelayAnswer: PeerAnswer = ({ pathname }, { email, aliases }) => {
  const masks = (random: boolean) =>
    aliases
      .filter((alias) => (domainOf(alias) === 'mozmail.com') === random)
      .map((alias, index) => maskBody(alias, index + 1));
  if (pathname === '/users/') return { body: [{ email }] };
  if (pathname === '/relayaddresses/') return { body: masks(true) };
  if (pathname === '/domainaddresses/') return { body: masks(false) };
  return pathname.endsWith('/') ? null : { status: 301, body: '' };
};
