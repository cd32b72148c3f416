import type { Account } from '#contract/account.ts';
import { BinSection } from '#web/features/settings/data/bin-section.tsx';
import { ExportSection } from '#web/features/settings/data/export-section.tsx';
import { ImportSection } from '#web/features/settings/data/import-section.tsx';

/** What is kept, taken away and brought along. */
export function DataSections({ account }: { account: Account }) {
  return (
    <>
      <BinSection account={account} />
      <ExportSection />
      <ImportSection email={account.email} />
    </>
  );
}
