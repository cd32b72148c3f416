import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SessionsResponse } from '#contract/account.ts';
import type { MessageResponse } from '#contract/messages.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const path = '/api/account/sessions';

const sessionsQuery = queryOptions({
  queryKey: [ownKey, 'sessions'],
  queryFn: ({ signal }) => request<SessionsResponse>(path, { signal }),
});

export function useSessions() {
  return useQuery(sessionsQuery);
}

/** `null` ends all but this one. */
export function endSession(id: string | null) {
  return request<MessageResponse>(id === null ? path : `${path}/${id}`, { method: 'DELETE' });
}
