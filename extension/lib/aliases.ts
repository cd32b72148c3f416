import {
  aliasesResponseSchema,
  changeAliasResponseSchema,
  changeContactResponseSchema,
  contactResponseSchema,
  createAliasResponseSchema,
  restoreAliasResponseSchema,
  type Alias,
  type Contact,
} from '#contract/aliases.ts';
import { siteAliasesResponseSchema, type SiteAliases } from '#contract/extension/sites.ts';
import type { Connection } from '#extension/lib/connection.ts';
import { ask, tell, type ServerAsker } from '#extension/lib/server.ts';

/** What the extension does with aliases. Each call @throws ServerFailure. */
export interface Aliases {
  onSite(host: string): Promise<SiteAliases>;
  /** `host`: null for no site. */
  make(host: string | null): Promise<Alias>;
  search(text: string): Promise<readonly Alias[]>;
  useOnSite(aliasId: string, host: string, used: boolean): Promise<Alias>;
  turn(aliasId: string, active: boolean): Promise<Alias>;
  reverseAddress(aliasId: string, address: string): Promise<Contact>;
  block(aliasId: string, address: string, blocked: boolean): Promise<Contact>;
  /** Ends the key. */
  signOut(): Promise<void>;
}

export function addressOf({ alias, domain }: Alias): string {
  return `${alias}@${domain}`;
}

/** Not paused, and its life is not over. */
export function isOn({ active, ended }: Alias): boolean {
  return active && ended === null;
}

/** Aliases that a search shows. */
const foundMax = 20;

export function createAliases(asker: ServerAsker, { origin, key, userId }: Connection): Aliases {
  const at = (aliasId: string) => `/api/aliases/${encodeURIComponent(aliasId)}` as const;
  return {
    onSite: (host) =>
      ask(asker, origin, {
        method: 'POST',
        path: '/api/sites/aliases',
        body: { host },
        key,
        answer: siteAliasesResponseSchema,
      }),
    make: async (host) => {
      const answer = createAliasResponseSchema;
      return (await ask(asker, origin, { method: 'POST', path: '/api/sites/new-alias', body: { host }, key, answer }))
        .alias;
    },
    search: async (text) => {
      const path = `${at(userId)}?${new URLSearchParams({ search: text }).toString()}` as const;
      const { aliases } = await ask(asker, origin, { method: 'GET', path, key, answer: aliasesResponseSchema });
      return aliases.slice(0, foundMax);
    },
    useOnSite: async (aliasId, host, used) => {
      const answer = restoreAliasResponseSchema;
      const path = `${at(aliasId)}/sites` as const;
      return (await ask(asker, origin, { method: 'PATCH', path, body: { host, used }, key, answer })).alias;
    },
    turn: async (aliasId, active) => {
      const answer = changeAliasResponseSchema;
      const path = `${at(aliasId)}/toggle` as const;
      return (await ask(asker, origin, { method: 'PATCH', path, body: { active }, key, answer })).alias;
    },
    reverseAddress: async (aliasId, address) => {
      const path = `${at(aliasId)}/contacts` as const;
      const answer = contactResponseSchema;
      return (await ask(asker, origin, { method: 'POST', path, body: { address }, key, answer })).contact;
    },
    block: async (aliasId, address, blocked) => {
      const path = `${at(aliasId)}/contacts` as const;
      const answer = changeContactResponseSchema;
      return (await ask(asker, origin, { method: 'PATCH', path, body: { address, blocked }, key, answer })).contact;
    },
    signOut: () => tell(asker, origin, { method: 'POST', path: '/api/auth/logout', key }),
  };
}
