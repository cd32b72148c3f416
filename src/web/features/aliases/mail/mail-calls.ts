import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { ChangeAliasSettings } from '#contract/aliases.ts';
import type { AliasSettings } from '#contract/aliases/alias-settings.ts';
import type { Contact } from '#contract/aliases.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

function settingsQuery(aliasId: string) {
  return queryOptions({
    queryKey: [ownKey, 'alias-settings', aliasId],
    queryFn: ({ signal }) => request('GET /api/aliases/{id}/settings', { params: { id: aliasId }, signal }),
    // Another tab or program may have changed them since the panel was open.
    staleTime: 0,
  });
}

export function useAliasSettings(aliasId: string) {
  return useQuery(settingsQuery(aliasId));
}

export function useChangeAliasSetting<Name extends keyof AliasSettings>(aliasId: string, name: Name) {
  const { queryKey } = settingsQuery(aliasId);
  return useMutation({
    mutationFn: (value: AliasSettings[Name]) => {
      const payload: ChangeAliasSettings = { [name]: value };
      return request('PATCH /api/aliases/{id}/settings', { params: { id: aliasId }, payload });
    },
    // An answer on its way would show once more what was before.
    onMutate: (_value, { client }) => client.cancelQueries({ queryKey }),
    // This one alone: answers about the others may overtake each other.
    onSuccess: ({ settings }, _value, _result, { client }) => {
      client.setQueryData(queryKey, (answer) => answer && { settings: { ...answer.settings, [name]: settings[name] } });
    },
  });
}

export function useFindContact(aliasId: string) {
  return useMutation({
    mutationFn: (payload: Pick<Contact, 'address'>) =>
      request('POST /api/aliases/{id}/contacts', { params: { id: aliasId }, payload }),
  });
}

export function useBlockContact(aliasId: string) {
  return useMutation({
    mutationFn: (payload: Pick<Contact, 'address' | 'blocked'>) =>
      request('PATCH /api/aliases/{id}/contacts', { params: { id: aliasId }, payload }),
  });
}
