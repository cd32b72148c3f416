import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ChangeDomainInput, InviteMemberInput, OwnDomain } from '#contract/account/domains.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { ownDomainsQuery } from '#web/lib/calls/own-domains.ts';
import { request } from '#web/lib/request.ts';
import { ownKey, refreshSession } from '#web/lib/session.ts';

/** While somebody waits here for DNS: half of the looks that an account may ask for, the rest is for *Check now*. */
const everyMs = 60_000;
/** Less often for one domain. */
const gapMs = 2 * everyMs;

/** A record of it is missing; makers are not shown which. */
function isIncomplete({ checks }: OwnDomain): boolean {
  return checks.some(({ ok }) => !ok);
}

/** What becomes of it is worth waiting for. */
function isWatched(domain: OwnDomain): boolean {
  return isIncomplete(domain) || domain.state === 'unverified' || domain.state === 'failing';
}

/** Since its last look. By a clock that is wrong it is never young for long. */
function ageMs({ checkedAt, createdAt }: OwnDomain, now: number): number {
  return Math.abs(now - Date.parse(checkedAt ?? createdAt));
}

/** Has the server look at the DNS of the domain that waits longest, as by itself it does so less and less often. */
async function lookAgain(client: QueryClient): Promise<null> {
  const { domains } = await client.fetchQuery({ ...ownDomainsQuery, staleTime: 0 });
  const now = client.getQueryState(ownDomainsQuery.queryKey)?.dataUpdatedAt ?? 0;
  const [due] = domains
    .filter((domain) => isIncomplete(domain) && ageMs(domain, now) >= gapMs)
    .toSorted((a, b) => ageMs(b, now) - ageMs(a, now));
  if (due === undefined) return null;
  const { domain: seen } = await verifyDomain(due);
  client.setQueryData(
    ownDomainsQuery.queryKey,
    (listed) => listed && { ...listed, domains: listed.domains.map((one) => (one.id === seen.id ? seen : one)) },
  );
  // Aliases can be made on it, or no more.
  if (seen.state !== due.state) await refreshSession(client);
  return null;
}

/** The domains, and what DNS says of those that lack something: it goes on being asked while the page is seen. */
export function useOwnDomains() {
  const client = useQueryClient();
  const query = useQuery(ownDomainsQuery);
  useQuery({
    queryKey: ['domain-looks'],
    queryFn: () => lookAgain(client),
    enabled: query.data?.domains.some(isWatched) ?? false,
    refetchInterval: everyMs,
    staleTime: 0,
    gcTime: 0,
  });
  return query;
}

export function claimDomain(name: string) {
  return request('POST /api/account/domains', { payload: { name } });
}

export function verifyDomain({ id }: OwnDomain) {
  return request('POST /api/account/domains/{id}/verify', { params: { id } });
}

export function changeDomain({ id }: OwnDomain, payload: ChangeDomainInput) {
  return request('PATCH /api/account/domains/{id}', { params: { id }, payload });
}

export function removeDomain({ id }: OwnDomain) {
  return request('DELETE /api/account/domains/{id}', { params: { id } });
}

export function membersQuery({ id }: OwnDomain) {
  return queryOptions({
    queryKey: [ownKey, 'domain-members', id],
    queryFn: ({ signal }) => request('GET /api/account/domains/{id}/members', { params: { id }, signal }),
  });
}

export function domainReportsQuery({ id }: OwnDomain) {
  return queryOptions({
    queryKey: [ownKey, 'domain-reports', id],
    queryFn: ({ signal }) => request('GET /api/account/domains/{id}/reports', { params: { id }, signal }),
  });
}

export function domainAliasesQuery({ id }: OwnDomain, member: string, after: string) {
  return queryOptions({
    queryKey: [ownKey, 'domain-aliases', id, member, after],
    queryFn: ({ signal }) =>
      request('GET /api/account/domains/{id}/aliases', {
        params: { id },
        query: { ...(member !== '' && { member }), ...(after !== '' && { after }) },
        signal,
      }),
  });
}

/** Those that may be given to its owner: few, as there are few such names. */
export function givableQuery({ id }: OwnDomain) {
  return queryOptions({
    queryKey: [ownKey, 'domain-aliases', id, 'givable'],
    queryFn: ({ signal }) =>
      request('GET /api/account/domains/{id}/aliases', { params: { id }, query: { givable: 'true' }, signal }),
  });
}

export function giveRole({ id }: OwnDomain, name: string) {
  return requestConfirmed('POST /api/account/domains/{id}/roles', { params: { id }, payload: { name } });
}

export function inviteMember({ id }: OwnDomain, payload: InviteMemberInput) {
  return requestConfirmed('POST /api/account/domains/{id}/invitations', { params: { id }, payload });
}

export function removeMember({ id }: OwnDomain, memberId: string) {
  return request('DELETE /api/account/domains/{id}/members/{memberId}', { params: { id, memberId } });
}

export function joinDomain(token: string) {
  return request('POST /api/account/domains/join', { payload: { token } });
}
