import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { AliasSettings, AliasSettingsResponse, ChangeAliasSettings } from '#contract/alias-settings.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const path = (aliasId: string): string => `/api/aliases/${aliasId}/settings`;

const settingsQuery = (aliasId: string) =>
  queryOptions({
    queryKey: [ownKey, 'alias-settings', aliasId],
    queryFn: ({ signal }) => request<AliasSettingsResponse>(path(aliasId), { signal }),
    // Another tab or program may have changed them since the panel was open.
    staleTime: 0,
  });

export const useAliasSettings = (aliasId: string) => useQuery(settingsQuery(aliasId));

export const useChangeAliasSetting = (aliasId: string, name: keyof AliasSettings) => {
  const { queryKey } = settingsQuery(aliasId);
  return useMutation({
    mutationFn: (value: boolean) => {
      const payload: ChangeAliasSettings = { [name]: value };
      return request<AliasSettingsResponse>(path(aliasId), { method: 'PATCH', payload });
    },
    // An answer on its way would show once more what was before.
    onMutate: (_value, { client }) => client.cancelQueries({ queryKey }),
    // This one alone: answers about the others may overtake each other.
    onSuccess: ({ settings }, _value, _result, { client }) => {
      client.setQueryData(queryKey, (answer) => answer && { settings: { ...answer.settings, [name]: settings[name] } });
    },
  });
};
