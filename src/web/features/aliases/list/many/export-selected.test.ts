import { expect, it } from 'vitest';
import { csvColumns } from '#contract/aliases/csv-cells.ts';
import { aliasView, targetView } from '#support/alias-view.ts';
import { writeCsv } from '#web/features/aliases/list/many/export-selected.ts';

const alias = aliasView({
  alias: 'shop',
  active: false,
  notes: '=1+1, "so"\nand on',
  labels: ['old', 'Shops'],
  maxMessages: 5,
  messagesLeft: 0,
  idleDays: 30,
  copyReplies: true,
  targets: [targetView({ value: 'b@example.org' }), targetView({ value: 'a@example.org' })],
});

/** What the list does not know of an alias, and what is said of domains and of the account. */
const elsewhere = new Set<string>([
  'sender_rules',
  'catch_all',
  'domain_rules',
  'hold_days',
  'settings',
  'encryption_key',
  'key_fingerprint',
  'hide_subject',
  'held_digest',
  'count_mail',
  'choices',
]);

it('a file of selected aliases has the columns of the whole export that are those of an alias, with nothing a spreadsheet would calculate', () => {
  const [header = '', ...rest] = writeCsv([alias]).split('\r\n');
  const known: readonly string[] = csvColumns.filter((name) => !elsewhere.has(name));
  expect(header).toBe(known.map((name) => `"${name}"`).join(','));
  expect(rest).toEqual([
    `"shop","kauke.test","b@example.org, a@example.org","'=1+1, ""so""\nand on","false","2026-11-20T10:00:00.000Z","old, Shops","","0","30","true"`,
    '',
  ]);
});
