import { aliasListMessages as texts } from '#messages/pages/aliases.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { pageSizes, type PageOf, type PageSize } from '#web/features/aliases/list/paginate.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

interface PaginationProps {
  shown: PageOf<unknown>;
  pageSize: PageSize;
  onPage: (page: number) => void;
  onPageSize: (pageSize: PageSize) => void;
}

export function Pagination({ shown, pageSize, onPage, onPageSize }: PaginationProps) {
  return (
    <div className="flex flex-col items-center justify-between gap-4 border-t border-line px-4 py-3 sm:px-6 lg:flex-row">
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3 text-small text-soft">
        <label className="flex items-center gap-2">
          {texts.perPage}
          <select
            value={pageSize}
            onChange={(event) => onPageSize(Number(event.target.value) as PageSize)}
            className="h-10 rounded-box border border-edge bg-sheet px-2 text-ink"
          >
            {pageSizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
        <p role="status" className="tabular-nums">
          {texts.showing(shown.first, shown.last, shown.total)}
        </p>
      </div>
      {shown.pageCount > 1 && <PageButtons shown={shown} onPage={onPage} />}
    </div>
  );
}

function PageButtons({ shown: { page, pageCount, numbers }, onPage }: Pick<PaginationProps, 'shown' | 'onPage'>) {
  return (
    <nav aria-label={texts.pages} className="flex items-center justify-center gap-1">
      <Step text={texts.previous} to={page - 1} isPossible={page > 1} onPage={onPage} />
      <div className="flex flex-wrap justify-center sm:gap-1">
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            aria-label={texts.page(number)}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
            className={joinClasses(
              'h-10 min-w-8 rounded-box px-1 text-small font-semibold tabular-nums transition-colors sm:min-w-10 sm:px-2',
              number === page ? 'bg-ink text-paper' : 'hover:bg-well',
            )}
          >
            {number}
          </button>
        ))}
      </div>
      <Step text={texts.next} to={page + 1} isPossible={page < pageCount} onPage={onPage} />
    </nav>
  );
}

interface StepProps {
  text: string;
  to: number;
  isPossible: boolean;
  onPage: (page: number) => void;
}

/** Keeps the focus at either end of the list, which a button that is really disabled would lose. */
function Step({ text, to, isPossible, onPage }: StepProps) {
  return (
    <Button
      look="plain"
      size="small"
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60 max-sm:px-2"
      aria-disabled={!isPossible}
      onClick={() => isPossible && onPage(to)}
    >
      {text}
    </Button>
  );
}
