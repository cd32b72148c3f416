import { request, requestText } from '#web/lib/request.ts';
import { saveFile } from '#web/lib/save-file.ts';

const path = '/api/account/export';

export type ExportFormat = 'json' | 'csv';

/** Everything as JSON, or the aliases alone as CSV, as a file to keep. */
export async function exportAccount(format: ExportFormat): Promise<void> {
  if (format === 'json') {
    saveFile('kauke-account.json', 'application/json', JSON.stringify(await request<unknown>(path), null, 2));
  } else {
    saveFile('kauke-aliases.csv', 'text/csv', await requestText(`${path}?format=csv`));
  }
}
