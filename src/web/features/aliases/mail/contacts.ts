import { useMutation } from '@tanstack/react-query';
import type { ChangeContactResponse, Contact, ContactResponse } from '#contract/aliases.ts';
import { request } from '#web/lib/request.ts';

function path(aliasId: string): string {
  return `/api/aliases/${aliasId}/contacts`;
}

export function useFindContact(aliasId: string) {
  return useMutation({
    mutationFn: (payload: Pick<Contact, 'address'>) =>
      request<ContactResponse>(path(aliasId), { method: 'POST', payload }),
  });
}

export function useBlockContact(aliasId: string) {
  return useMutation({
    mutationFn: (payload: Pick<Contact, 'address' | 'blocked'>) =>
      request<ChangeContactResponse>(path(aliasId), { method: 'PATCH', payload }),
  });
}
