import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { moveOutMessages as texts } from '#messages/pages/account/moves.ts';
import { Section } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import {
  moveOutServices,
  writeMoveOut,
  type MoveOutFiles,
  type MoveOutService,
} from '#web/features/settings/moving/move-out-files.ts';
import { reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

async function moveOut(service: MoveOutService): Promise<MoveOutFiles> {
  const exported = await requestConfirmed('GET /api/account/export', { query: { format: 'json' } });
  const own = exported.domains.filter(({ kind, state }) => kind === 'own' && state !== 'lost');
  const written = writeMoveOut(service, exported.aliases, new Set(own.map(({ name }) => name)));
  for (const [index, text] of written.files.entries()) {
    const part = written.files.length === 1 ? null : index + 1;
    saveFile(texts.fileName(service, part), 'text/csv', text);
  }
  return written;
}

/** Files for other services. */
export function MoveOutSection() {
  const { mutateAsync, isPending, data } = useMutation({ mutationFn: moveOut });
  const save = useSingleRun((service: MoveOutService) =>
    mutateAsync(service).then(
      () => {},
      (error: unknown) => reportUnconfirmed(error, texts.failed, texts.failure),
    ),
  );
  return (
    <Section title={texts.title} description={texts.description}>
      <div className="flex flex-wrap gap-3">
        {moveOutServices.map((service) => (
          <Button key={service} look="plain" disabled={isPending} onClick={() => void save(service)}>
            <Download aria-hidden="true" className="size-4" />
            {texts[service]}
          </Button>
        ))}
      </div>
      <p role="status" className="text-small text-soft empty:hidden">
        {data !== undefined && describe(data)}
      </p>
    </Section>
  );
}

function describe({ files, rows, left, cut }: MoveOutFiles): string {
  const told = rows === 0 ? texts.none : texts.saved(rows, files.length);
  return [told, ...(left > 0 ? [texts.left(left)] : []), ...(cut > 0 ? [texts.cut(cut)] : [])].join(' ');
}
