import { domainOf, nameOf, pageOf } from '#support/peers/peer-account.ts';
import type { PeerAnswer } from '#support/peers/peer-server.ts';

/** Version 3 of the API of ImprovMX (improvmx.com/api/v3). */
export const improvmxAnswer: PeerAnswer = ({ pathname, searchParams }, { domains, aliases }) => {
  const page = Number(searchParams.get('page') ?? 1);
  const limit = Number(searchParams.get('limit') ?? 20);
  const frame = (total: number) => ({ limit, page, total, success: true });
  const listed = aliases.map((alias, index) => ({
    created: 1_702_982_672_000,
    forward: (alias.inboxes ?? []).join(','),
    alias: nameOf(alias),
    id: index + 1,
  }));
  const of = (name: string) =>
    listed.filter((_alias, index) => aliases[index] !== undefined && domainOf(aliases[index]) === name);
  if (pathname === '/domains') {
    const list = domains.map(({ name }) => ({
      active: true,
      domain: name,
      display: name,
      dkim_selector: 'dkimprovmx',
      notification_email: null,
      webhook: null,
      whitelabel: null,
      added: 1_559_652_806_000,
      aliases: of(name).slice(0, 200),
    }));
    return { body: { domains: pageOf(list, page - 1, limit), ...frame(list.length) } };
  }
  const name = /^\/domains\/([^/]+)\/aliases$/u.exec(pathname)?.[1];
  if (name === undefined) return null;
  const own = of(decodeURIComponent(name));
  return { body: { aliases: pageOf(own, page - 1, limit), ...frame(own.length) } };
};
