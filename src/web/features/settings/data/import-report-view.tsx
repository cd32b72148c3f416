import { defuseCell } from '#contract/aliases/csv-cells.ts';
import type { ImportReport, ImportRow } from '#contract/export.ts';
import { importMessages } from '#messages/pages/account/import.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { saveFile } from '#web/lib/save-file.ts';

interface ImportReportViewProps {
  report: ImportReport;
  busy: boolean;
  onImport: () => void;
}

/** More rows than these are counted, not drawn. */
const shownRows = 200;

const outcomes: Readonly<Record<ImportRow['outcome'], string>> = importMessages.outcomes;

/** What somebody may want to mend comes first. */
const order: Readonly<Record<ImportRow['outcome'], number>> = {
  invalid: 0,
  reserved: 0,
  taken: 0,
  exists: 1,
  created: 2,
};

function saveRows(rows: readonly ImportRow[]): void {
  const cell = (text: string) => `"${defuseCell(text).replaceAll('"', '""')}"`;
  const lines = rows.map(({ row, alias, outcome, message }) =>
    [row, cell(alias), cell(outcome), cell(message)].join(','),
  );
  saveFile(importMessages.rowsFile, 'text/csv', ['row,alias,outcome,message', ...lines, ''].join('\r\n'));
}

export function ImportReportView({ report, busy, onImport }: ImportReportViewProps) {
  const inOrder = report.rows.toSorted((a, b) => a.row - b.row);
  const hidden = inOrder.length - shownRows;
  const drawn = hidden > 0 ? inOrder.toSorted((a, b) => order[a.outcome] - order[b.outcome]) : inOrder;
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <p role="status" className="font-semibold">
        {(report.dryRun ? importMessages.wouldDo : importMessages.did)(report.created, report.skipped)}
      </p>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div
        role="region"
        aria-label={importMessages.rows}
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-box border border-line"
      >
        <table className="w-full text-left text-small">
          <thead className="text-note text-soft">
            <tr className="border-b border-line">
              <th className="px-3 py-2 font-semibold">{importMessages.row}</th>
              <th className="w-2/5 px-3 py-2 font-semibold">{importMessages.alias}</th>
              <th className="px-3 py-2 font-semibold">{importMessages.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {drawn.slice(0, shownRows).map(({ row, alias, outcome, message }) => (
              <tr key={row} className="border-b border-line align-top last:border-0">
                <td className="px-3 py-2 text-soft tabular-nums">{row}</td>
                <td className="px-3 py-2">
                  <bdi>
                    <EmailText address={alias} />
                  </bdi>
                </td>
                <td className="px-3 py-2">
                  <span className={outcome === 'created' ? 'text-on' : 'text-soft'}>{outcomes[outcome]}</span>
                  {message !== '' && <span className="block text-note text-soft">{message}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-small text-soft">{importMessages.moreRows(hidden)}</p>
          <Button look="plain" onClick={() => saveRows(inOrder)}>
            {importMessages.saveRows}
          </Button>
        </div>
      )}
      {report.dryRun && report.rows.some(({ outcome }) => outcome === 'created') && (
        <Button disabled={busy} className="self-start" onClick={onImport}>
          {busy ? importMessages.importing : importMessages.import(report.created)}
        </Button>
      )}
    </div>
  );
}
