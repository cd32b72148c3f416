import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import { SettingsSection } from '#web/features/settings/settings-section.tsx';
import { reportFailure } from '#web/lib/report-failure.ts';
import { request, requestText } from '#web/lib/request.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

const path = '/api/account/export';

type ExportFormat = 'json' | 'csv';

/** Everything as JSON, or the aliases alone as CSV, as a file to keep. */
async function exportAccount(format: ExportFormat): Promise<void> {
  if (format === 'json') {
    saveFile('kauke-account.json', 'application/json', JSON.stringify(await request<unknown>(path), null, 2));
  } else {
    saveFile('kauke-aliases.csv', 'text/csv', await requestText(`${path}?format=csv`));
  }
}

export function ExportSection() {
  const { mutateAsync, isPending } = useMutation({ mutationFn: exportAccount });
  const save = useSingleRun((format: ExportFormat) =>
    mutateAsync(format).catch((error: unknown) =>
      reportFailure(error, 'Export Failed', 'Your data could not be exported'),
    ),
  );
  return (
    <SettingsSection title="Export" description="Your data is yours. JSON holds everything stored about you.">
      <div className="flex flex-wrap gap-3">
        <Button look="plain" disabled={isPending} onClick={() => void save('json')}>
          <Download aria-hidden="true" className="size-4" />
          Everything as JSON
        </Button>
        <Button look="plain" disabled={isPending} onClick={() => void save('csv')}>
          <Download aria-hidden="true" className="size-4" />
          Aliases as CSV
        </Button>
      </div>
    </SettingsSection>
  );
}
