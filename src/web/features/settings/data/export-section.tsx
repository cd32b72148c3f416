import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { exportMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Section } from '#web/components/section.tsx';
import { confirmed, reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { requestText } from '#web/lib/request.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

type ExportFormat = 'json' | 'csv';

/** Everything as JSON, or the aliases alone as CSV, as a file to keep. */
async function exportAccount(format: ExportFormat): Promise<void> {
  if (format === 'json') {
    saveFile(
      exportMessages.jsonFile,
      'application/json',
      JSON.stringify(await requestConfirmed('GET /api/account/export', { query: { format: 'json' } }), null, 2),
    );
  } else {
    saveFile(exportMessages.csvFile, 'text/csv', await confirmed(() => requestText('/api/account/export?format=csv')));
  }
}

export function ExportSection() {
  const { mutateAsync, isPending } = useMutation({ mutationFn: exportAccount });
  const save = useSingleRun((format: ExportFormat) =>
    mutateAsync(format).catch((error: unknown) =>
      reportUnconfirmed(error, exportMessages.failed, exportMessages.failure),
    ),
  );
  return (
    <Section title={exportMessages.title} description={exportMessages.description}>
      <div className="flex flex-wrap gap-3">
        <Button look="plain" disabled={isPending} onClick={() => void save('json')}>
          <Download aria-hidden="true" className="size-4" />
          {exportMessages.json}
        </Button>
        <Button look="plain" disabled={isPending} onClick={() => void save('csv')}>
          <Download aria-hidden="true" className="size-4" />
          {exportMessages.csv}
        </Button>
      </div>
    </Section>
  );
}
