import { Suspense } from 'react';
import type { Account } from '#contract/account.ts';
import { sectionMessages } from '#messages/pages/account/sections.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { Card } from '#web/components/ui/card.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { BinSection } from '#web/features/settings/data/bin-section.tsx';
import { ExportSection } from '#web/features/settings/data/export-section.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';

function NotLoaded() {
  return (
    <Card role="alert" className="p-6 text-soft">
      {sectionMessages.notLoaded}
    </Card>
  );
}

const ImportSection = lazyPart(
  async () => (await import('#web/features/settings/data/import-section.tsx')).ImportSection,
  NotLoaded,
);
const MovingSections = lazyPart(
  async () => (await import('#web/features/settings/moving/moving-sections.tsx')).MovingSections,
  NotLoaded,
);

/** What is kept, taken away and brought along. */
export function DataSections({ account }: { account: Account }) {
  return (
    <>
      <BinSection account={account} />
      <ExportSection />
      <Suspense fallback={<Waiting text={controlMessages.loading} />}>
        <ImportSection account={account} />
        <MovingSections />
      </Suspense>
    </>
  );
}
