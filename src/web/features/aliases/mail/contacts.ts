import { useMutation } from '@tanstack/react-query';
import type { ChangeContactResponse, Contact, ContactResponse } from '#contract/contacts.ts';
import { request } from '#web/lib/request.ts';

const path = (aliasId: string): string => `/api/aliases/${aliasId}/contacts`;

export const useFindContact = (aliasId: string) =>
  useMutation({
    mutationFn: (payload: Pick<Contact, 'address'>) =>
      request<ContactResponse>(path(aliasId), { method: 'POST', payload }),
  });

export const useBlockContact = (aliasId: string) =>
  useMutation({
    mutationFn: (payload: Pick<Contact, 'address' | 'blocked'>) =>
      request<ChangeContactResponse>(path(aliasId), { method: 'PATCH', payload }),
  });
