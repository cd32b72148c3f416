import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { AliasDay, AliasSum } from '#contract/aliases/counts.ts';
import { dayChartMessages } from '#messages/pages/alias/alias-page.tsx';
import { countMessages as texts } from '#messages/pages/lives/lives.ts';
import { accountQuery } from '#web/components/account-query.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { Summary } from '#web/components/ui/summary.tsx';
import { DayChart } from '#web/features/aliases/mail/day-chart.tsx';
import { request } from '#web/lib/request.ts';
import { Link } from '#web/lib/router/link.tsx';
import { ownKey } from '#web/lib/session.ts';

function countsQuery(aliasId: string) {
  return queryOptions({
    queryKey: [ownKey, 'alias-counts', aliasId],
    queryFn: ({ signal }) => request('GET /api/aliases/{id}/counts', { params: { id: aliasId }, signal }),
    // Mail came since.
    staleTime: 0,
  });
}

const kinds = ['forwarded', 'dropped', 'held', 'replied'] as const;

/** How much mail an alias had, by day, where its owner has that counted. */
export function CountPart({ aliasId }: { aliasId: string }) {
  const id = useId();
  const counts = useQuery(accountQuery).data?.account.countMail;
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h3 id={id} className="text-body font-semibold">
        {texts.title}
      </h3>
      {counts === false && (
        <p className="text-soft">
          {texts.off}{' '}
          <Link to="/settings/data" className="rounded-mark font-semibold text-amber-deep underline underline-offset-2">
            {texts.toSettings}
          </Link>
        </p>
      )}
      {counts === true && <Counts aliasId={aliasId} />}
    </section>
  );
}

function Counts({ aliasId }: { aliasId: string }) {
  const { data, isError, refetch } = useQuery(countsQuery(aliasId));
  if (!data && isError) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-4 text-soft">
        {texts.notLoaded}
        <Button look="plain" onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      </div>
    );
  }
  if (!data) return <Waiting text={texts.loading} />;
  const { days, before } = data;
  const hasBefore = kinds.some((kind) => before[kind] > 0);
  if (days.length === 0 && !hasBefore) return <p className="text-soft">{texts.none}</p>;
  return (
    <>
      <DayChart days={days} />
      <details>
        <Summary>{dayChartMessages.numbers}</Summary>
        <NumbersTable days={days} before={hasBefore ? before : null} />
      </details>
    </>
  );
}

interface NumbersTableProps {
  days: readonly AliasDay[];
  /** The sum of what is longer ago. */
  before: AliasSum | null;
}

function NumbersTable({ days, before }: NumbersTableProps) {
  return (
    <table className="w-full table-fixed border-collapse wrap-anywhere tabular-nums">
      <thead>
        <tr className="border-b border-line text-note text-soft">
          <th className="py-2 pr-3 text-left font-semibold">{texts.columns.day}</th>
          {kinds.map((kind) => (
            <th key={kind} className="py-2 pl-3 text-right font-semibold">
              {texts.columns[kind]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <Row key={day.day} name={new Date(`${day.day}T12:00:00`).toLocaleDateString(__LOCALE__)} sum={day} />
        ))}
        {before && <Row name={texts.before} sum={before} />}
      </tbody>
    </table>
  );
}

function Row({ name, sum }: { name: string; sum: AliasSum }) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-2 pr-3 text-left font-normal whitespace-nowrap">
        {name}
      </th>
      {kinds.map((kind) => (
        <td key={kind} className="py-2 pl-3 text-right">
          {sum[kind].toLocaleString(__LOCALE__)}
        </td>
      ))}
    </tr>
  );
}
