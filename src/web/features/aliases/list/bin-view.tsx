import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { binMessages as texts } from '#messages/pages/undo/bin.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { BinnedRow } from '#web/features/aliases/list/binned-row.tsx';
import { useBin } from '#web/features/aliases/list/bin-calls.ts';
import { RecentChanges } from '#web/features/aliases/list/recent-changes.tsx';
import { pageSizes, paginate, type PageSize } from '#web/features/aliases/list/paginate.ts';
import { Pagination } from '#web/features/aliases/list/pagination.tsx';

/** Stands in the place of the list of aliases: those in the bin, and what else can be undone. */
export function BinView({ userId, onLeave }: { userId: string; onLeave: () => void }) {
  const { data, isError, refetch } = useBin(userId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState<PageSize>(10);
  const shown = paginate(data?.aliases ?? [], page, pageSize);
  const focusAfter = (): HTMLElement | null => heading.current;

  return (
    <>
      <Card aria-labelledby="bin">
        <div className="flex flex-col gap-4 border-b border-line p-5 sm:flex-row sm:items-start sm:justify-between sm:px-6">
          <div>
            <h2 id="bin" ref={heading} tabIndex={-1} className="text-lead font-semibold outline-none">
              {texts.title}
              {shown.total > 0 && (
                <span className="ml-2 font-normal text-soft tabular-nums">{shown.total.toLocaleString()}</span>
              )}
            </h2>
            <p className="mt-1 max-w-2xl text-small text-soft">{texts.description}</p>
          </div>
          <Button look="plain" size="small" className="self-start" onClick={onLeave}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            {texts.back}
          </Button>
        </div>
        {!data && <BinAbsent isError={isError} onRetry={() => void refetch()} />}
        {data && shown.total === 0 && <BinEmpty />}
        {shown.total > 0 && (
          <>
            <ul className="divide-y divide-line">
              {shown.items.map((alias) => (
                <BinnedRow key={alias.id} alias={alias} focusAfter={focusAfter} />
              ))}
            </ul>
            {shown.total > pageSizes[0] && (
              <Pagination
                shown={shown}
                pageSize={pageSize}
                onPage={setPage}
                onPageSize={(size) => {
                  setPageSize(size);
                  setPage(1);
                }}
              />
            )}
          </>
        )}
      </Card>
      <RecentChanges focusAfter={focusAfter} />
    </>
  );
}

function BinAbsent({ isError, onRetry }: { isError: boolean; onRetry: () => void }) {
  if (!isError) return <Waiting text={texts.loading} />;
  return (
    <div role="alert" className="flex flex-col items-center gap-4 p-12 text-center text-soft">
      {texts.notLoaded}
      <Button look="plain" onClick={onRetry}>
        {controlMessages.tryAgain}
      </Button>
    </div>
  );
}

function BinEmpty() {
  return (
    <div className="px-5 py-12 text-center">
      <p className="font-semibold">{texts.none}</p>
      <p className="mt-1 text-soft">{texts.noneDescription}</p>
    </div>
  );
}
