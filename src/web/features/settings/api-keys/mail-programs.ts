import { queryOptions } from '@tanstack/react-query';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

export const mailProgramsQuery = queryOptions({
  queryKey: [ownKey, 'account-smtp-credentials'],
  queryFn: ({ signal }) => request('GET /api/account/smtp-credentials', { signal }),
});

/** `null`: for all aliases. */
export function createMailProgram(domainId: string | null) {
  return requestConfirmed('POST /api/account/smtp-credentials', { payload: { domainId } });
}

export function renewMailProgram(id: string) {
  return requestConfirmed('PATCH /api/account/smtp-credentials/{id}/regenerate', { params: { id } });
}

export function removeMailProgram(id: string) {
  return request('DELETE /api/account/smtp-credentials/{id}', { params: { id } });
}

/** @throws RequestError about the field `sender`, where it would not send as this alias. */
export function checkSender(id: string, sender: string) {
  return request('POST /api/account/smtp-credentials/{id}/sender', { params: { id }, payload: { sender } });
}
