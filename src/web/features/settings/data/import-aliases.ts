import { useMutation } from '@tanstack/react-query';
import type { ImportInput, ImportReport } from '#contract/export.ts';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

export interface ChosenFile {
  readonly file: File;
  readonly domain: string;
  readonly forwardTo: string;
}

/** What was sent to be checked, and what importing that would do. */
export interface CheckedImport {
  readonly payload: Omit<ImportInput, 'dryRun'>;
  readonly report: ImportReport;
}

function send(payload: ImportInput) {
  return request('POST /api/account/import', { payload });
}

/** Says what importing a file would do. */
export function useCheckImport() {
  return useMutation({
    mutationFn: async ({ file, domain, forwardTo }: ChosenFile): Promise<CheckedImport> => {
      const inboxes = forwardTo.trim() === '' ? {} : { forwardTo };
      const payload = { csv: await file.text(), domain, ...inboxes };
      return { payload, ...(await send({ ...payload, dryRun: true })) };
    },
  });
}

/** Imports what was checked: that and nothing else. */
export function useImportAliases() {
  return useMutation({
    mutationFn: ({ payload }: CheckedImport) => send({ ...payload, dryRun: false }),
    onSuccess: (_answer, _checked, _result, { client }) => {
      tellOtherTabs('aliases');
      void client.invalidateQueries({ queryKey: [ownKey] });
    },
  });
}
