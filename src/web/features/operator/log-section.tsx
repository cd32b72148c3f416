import { useQuery } from '@tanstack/react-query';
import { nameOfAccount } from '#contract/account/account-name.ts';
import type { ListedJournalEntry } from '#contract/operator.ts';
import { operatorAccountMessages, operatorLogMessages as texts } from '#messages/pages/operator/operator.ts';
import { LoadedSection, SectionList, SectionRow } from '#web/components/section.tsx';
import { logQuery } from '#web/features/operator/operator-calls.ts';

/** What operators looked at and did. */
export function LogSection() {
  return (
    <LoadedSection title={texts.title} description={texts.description} query={useQuery(logQuery)}>
      {({ brokenAt, entries, total }) => (
        <>
          {brokenAt === null ? (
            <p className="text-soft">{total === 0 ? texts.empty : texts.whole(total)}</p>
          ) : (
            <p role="alert" className="font-medium text-gone">
              {texts.broken(brokenAt)}
            </p>
          )}
          {entries.length > 0 && (
            <SectionList>
              {entries.map((entry) => (
                <SectionRow
                  key={entry.number}
                  title={texts.acts[entry.act]}
                  note={<span className="tabular-nums">{describe(entry)}</span>}
                />
              ))}
            </SectionList>
          )}
        </>
      )}
    </LoadedSection>
  );
}

/** `command` and `invitation` are names already. */
function nameOf(whose: string): string {
  return whose.includes('-') ? nameOfAccount(whose) : whose;
}

function describe({
  account,
  aliases,
  at,
  by,
  destination,
  number,
  reason,
  scope,
  sender,
}: ListedJournalEntry): string {
  const facts = [
    texts.place(number),
    new Date(at).toLocaleString(__LOCALE__),
    texts.by(nameOf(by)),
    account && texts.account(nameOf(account)),
    destination,
    sender,
    scope && operatorAccountMessages.scopes[scope],
    aliases === undefined ? undefined : texts.quota(aliases),
    reason,
  ];
  return facts.filter((fact) => fact !== undefined).join(', ');
}
