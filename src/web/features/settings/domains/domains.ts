import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InviteMemberInput, OwnDomain } from '#contract/account/domains.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

/** DNS is looked at by the server, which need not be asked more often. */
const everyMs = 30_000;

const domainsQuery = queryOptions({
  queryKey: [ownKey, 'own-domains'],
  queryFn: ({ signal }) => request('GET /api/account/domains', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.domains.some(({ state }) => state === 'unverified' || state === 'failing') === true && everyMs,
});

export function useOwnDomains() {
  return useQuery(domainsQuery);
}

export function claimDomain(name: string) {
  return request('POST /api/account/domains', { payload: { name } });
}

export function verifyDomain({ id }: OwnDomain) {
  return request('POST /api/account/domains/{id}/verify', { params: { id } });
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

export function inviteMember({ id }: OwnDomain, payload: InviteMemberInput) {
  return requestConfirmed('POST /api/account/domains/{id}/invitations', { params: { id }, payload });
}

export function removeMember({ id }: OwnDomain, memberId: string) {
  return request('DELETE /api/account/domains/{id}/members/{memberId}', { params: { id, memberId } });
}

export function joinDomain(token: string) {
  return request('POST /api/account/domains/join', { payload: { token } });
}
