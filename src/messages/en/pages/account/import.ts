import { count, countText, largeCount } from '#messages/quantities.ts';

/** Aliases from a file. */
export const importMessages = {
  title: 'Import',
  description:
    "Aliases from a CSV file: ours, SimpleLogin's or addy.io's. Ours brings domains and rules, too. You see first what would happen.",
  file: 'CSV file',
  domain: 'Domain',
  domainHint: 'For names from domains that are not here.',
  forwardTo: 'Forward to',
  forwardToHint: 'For rows that name no inbox.',
  check: 'Check the file',
  checking: 'Reading...',
  tooLarge: 'File Too Large',
  tooLargeDescription: (mebibytes: number) => `The file is larger than ${mebibytes} MiB. Please split it.`,
  failed: 'Import Failed',
  failure: 'The file could not be read',
  done: 'Import Done',
  doneDescription: (created: number) => (created === 0 ? 'Domains and rules' : `${created} aliases created`),
  wouldDo: (created: number, skipped: number) => `${created} would be created, ${skipped} skipped.`,
  did: (created: number, skipped: number) => `${created} created, ${skipped} skipped.`,
  rows: 'Rows of the file',
  row: 'Row',
  alias: 'Alias',
  outcome: 'Outcome',
  outcomes: {
    created: 'New',
    exists: 'Already yours',
    taken: 'Twice in the file',
    reserved: 'Not available',
    invalid: 'Not valid',
  },
  moreRows: (total: number) => `And ${countText(total)} more rows.`,
  import: (total: number) => (total === 0 ? 'Import domains and rules' : `Import ${count(total, 'alias', 'aliases')}`),
  checked: (done: number, all: number) => `${countText(done)} of ${largeCount(all, 'row', 'rows')} checked`,
  imported: (done: number, all: number) => `${countText(done)} of ${largeCount(all, 'row', 'rows')} imported`,
  stop: 'Stop',
  stopping: 'Stopping...',
  goOn: 'Continue',
  broken:
    'The import stopped in the middle. What was made is kept: continue to import the rest. Nothing is made twice.',
  brokenBefore: (name: string, done: number, all: number) =>
    `The import of ${name} stopped at ${countText(done)} of ${largeCount(all, 'row', 'rows')}. Choose the file again to continue: what is yours already stays as it is.`,
  longRow: (line: number) =>
    `The row that begins in line ${line} is too long. Is there a quotation mark that nothing ends?`,
  saveRows: 'Save all rows as CSV',
  rowsFile: 'kauke-import.csv',
  importing: 'Importing...',
};
