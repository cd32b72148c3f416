import type { ImportReport, ImportRow } from '#contract/export.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Button } from '#web/components/ui/button.tsx';

interface ImportReportViewProps {
  report: ImportReport;
  busy: boolean;
  onImport: () => void;
}

/** More rows than these are counted, not drawn. */
const shownRows = 200;

const words = {
  created: 'New',
  exists: 'Already yours',
  taken: 'Twice in the file',
  reserved: 'Not available',
  invalid: 'Not valid',
} as const satisfies Record<ImportRow['outcome'], string>;

function summarise({ dryRun, created, skipped }: ImportReport): string {
  return dryRun ? `${created} would be created, ${skipped} skipped.` : `${created} created, ${skipped} skipped.`;
}

export function ImportReportView({ report, busy, onImport }: ImportReportViewProps) {
  const hidden = report.rows.length - shownRows;
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <p role="status" className="font-semibold">
        {summarise(report)}
      </p>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div
        role="region"
        aria-label="Rows of the file"
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-box border border-line"
      >
        <table className="w-full text-left text-small">
          <thead className="text-note text-soft">
            <tr className="border-b border-line">
              <th className="px-3 py-2 font-semibold">Row</th>
              <th className="w-2/5 px-3 py-2 font-semibold">Alias</th>
              <th className="px-3 py-2 font-semibold">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {report.rows.slice(0, shownRows).map(({ row, alias, outcome, message }) => (
              <tr key={row} className="border-b border-line align-top last:border-0">
                <td className="px-3 py-2 text-soft tabular-nums">{row}</td>
                <td className="px-3 py-2">
                  <bdi>
                    <EmailText address={alias} />
                  </bdi>
                </td>
                <td className="px-3 py-2">
                  <span className={outcome === 'created' ? 'text-on' : 'text-soft'}>{words[outcome]}</span>
                  {outcome !== 'created' && <span className="block text-note text-soft">{message}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && <p className="text-small text-soft">And {hidden.toLocaleString()} more rows.</p>}
      {report.dryRun && report.created > 0 && (
        <Button disabled={busy} className="self-start" onClick={onImport}>
          {busy ? 'Importing...' : `Import ${report.created} ${report.created === 1 ? 'alias' : 'aliases'}`}
        </Button>
      )}
    </div>
  );
}
