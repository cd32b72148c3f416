import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import { exportAccount, type ExportFormat } from '#web/features/settings/data/export-account.ts';
import { SettingsSection } from '#web/features/settings/settings-section.tsx';
import { reportFailure } from '#web/lib/report-failure.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

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
