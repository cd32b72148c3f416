import { useEffect, useRef } from 'react';
import { binMessages as texts } from '#messages/pages/undo/bin.ts';
import { Card } from '#web/components/ui/card.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { BinnedRow } from '#web/features/aliases/list/binned-row.tsx';
import { useBin } from '#web/features/aliases/list/bin-calls.ts';
import { RecentChanges } from '#web/features/aliases/list/recent-changes.tsx';
import { pageSizes, paginate } from '#web/features/aliases/list/paginate.ts';
import { Pagination } from '#web/features/aliases/list/pagination.tsx';
import { usePages } from '#web/features/aliases/list/use-list-view.ts';
import { ListNotLoaded, ViewHeader } from '#web/features/aliases/list/view-frame.tsx';

/** Stands in the place of the list of aliases: those in the bin, and what else can be undone. */
export function BinView({ userId, onLeave }: { userId: string; onLeave: () => void }) {
  const { data, isError, refetch } = useBin(userId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { page, ...pages } = usePages(10);
  const shown = paginate(data?.aliases ?? [], page, pages.pageSize);
  const focusAfter = (): HTMLElement | null => heading.current;

  return (
    <>
      <Card aria-labelledby="bin">
        <ViewHeader
          id="bin"
          ref={heading}
          title={
            <>
              {texts.title}
              {shown.total > 0 && (
                <span className="ml-2 font-normal text-soft tabular-nums">
                  {shown.total.toLocaleString(__LOCALE__)}
                </span>
              )}
            </>
          }
          description={texts.description}
          back={texts.back}
          onLeave={onLeave}
        />
        {!data && !isError && <Waiting text={texts.loading} />}
        {!data && isError && <ListNotLoaded text={texts.notLoaded} onRetry={() => void refetch()} />}
        {data && shown.total === 0 && <BinEmpty />}
        {shown.total > 0 && (
          <>
            <ul className="divide-y divide-line">
              {shown.items.map((alias) => (
                <BinnedRow key={alias.id} alias={alias} focusAfter={focusAfter} />
              ))}
            </ul>
            {shown.total > pageSizes[0] && <Pagination shown={shown} {...pages} />}
          </>
        )}
      </Card>
      <RecentChanges focusAfter={focusAfter} />
    </>
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
