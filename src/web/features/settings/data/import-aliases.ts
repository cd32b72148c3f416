import { useMutation } from '@tanstack/react-query';
import type { ImportInput, ImportResponse } from '#contract/export.ts';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

export const useImportAliases = () =>
  useMutation({
    mutationFn: (payload: ImportInput) => request<ImportResponse>('/api/account/import', { method: 'POST', payload }),
    onSuccess: (_answer, { dryRun }, _result, { client }) => {
      if (dryRun) return;
      tellOtherTabs('aliases');
      void client.invalidateQueries({ queryKey: [ownKey] });
    },
  });
