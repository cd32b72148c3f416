import { useQuery } from '@tanstack/react-query';
import type { ListedJournalEntry } from '#contract/operator.ts';
import { operatorAccountMessages, operatorLogMessages as texts, operatorMessages } from '#messages/pages/operator.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { logQuery } from '#web/features/operator/operator-calls.ts';
import { OperatorSection } from '#web/features/operator/operator-section.tsx';

/** What operators looked at and did. */
export function LogSection() {
  const { data, isFetching, refetch } = useQuery(logQuery);
  return (
    <OperatorSection title={texts.title} description={texts.description}>
      {data === undefined && isFetching && <Waiting text={operatorMessages.loading} />}
      {data === undefined && !isFetching && (
        <div role="alert" className="flex flex-col items-start gap-4 text-soft">
          {operatorMessages.notLoaded}
          <Button look="plain" onClick={() => void refetch()}>
            {operatorMessages.tryAgain}
          </Button>
        </div>
      )}
      {data !== undefined && (
        <>
          {data.brokenAt === null ? (
            <p className="text-soft">{data.total === 0 ? texts.empty : texts.whole(data.total)}</p>
          ) : (
            <p role="alert" className="font-medium text-gone">
              {texts.broken(data.brokenAt)}
            </p>
          )}
          <ol className="divide-y divide-line">
            {data.entries.map((entry) => (
              <Entry key={entry.number} entry={entry} />
            ))}
          </ol>
        </>
      )}
    </OperatorSection>
  );
}

function Entry({ entry }: { entry: ListedJournalEntry }) {
  const { act, at, account, by, destination, number, reason, scope, sender } = entry;
  const about = [account, destination, sender, scope && operatorAccountMessages.scopes[scope], reason];
  return (
    <li className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
      <p className="font-medium">{texts.acts[act]}</p>
      <p className="text-small wrap-anywhere text-soft">
        {[texts.place(number), new Date(at).toLocaleString(), texts.by(by), ...about]
          .filter((fact) => fact !== undefined)
          .join(', ')}
      </p>
    </li>
  );
}
