import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import type { Account } from '#contract/account.ts';
import type { HeldList } from '#contract/held/held.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { heldMessages as texts } from '#messages/pages/held.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { LoadedSection, Section, SectionList, SectionRow } from '#web/components/section.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { HeldRow } from '#web/features/settings/held/held-row.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { isFrame } from '#web/lib/page-facts.ts';
import { request } from '#web/lib/request.ts';
import { Link } from '#web/lib/router/link.tsx';
import { ownKey } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';

export const heldQuery = queryOptions({
  queryKey: [ownKey, 'held'],
  queryFn: ({ signal }) => request('GET /api/held', { signal }),
  // It comes by itself.
  staleTime: 0,
});

/** Held mail, and what becomes of mail that would be refused; where another forwards it, that there is none. */
export function HeldPage({ account }: { account: Account }) {
  const config = useConfig();
  if (config === null && !isFrame) return <Waiting text={texts.loading} />;
  const isOffered = config?.features.held ?? true;
  return (
    <>
      <PageTitle text={texts.title} />
      <div>
        <Link
          to="/settings/inboxes"
          className="inline-flex h-10 items-center gap-2 text-small font-semibold text-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {texts.back}
        </Link>
        <h1 className="text-title font-semibold">{texts.title}</h1>
        <p className="mt-1 text-soft">{isOffered ? texts.intro : texts.elsewhere}</p>
      </div>
      {isOffered && <HeldSections account={account} />}
    </>
  );
}

function HeldSections({ account }: { account: Account }) {
  const title = useRef<HTMLHeadingElement>(null);
  const query = useQuery(heldQuery);
  return (
    <>
      <HoldingSection account={account} />
      <LoadedSection title={texts.listTitle} titleRef={title} description={texts.listDescription} query={query}>
        {(list) => <HeldMessages list={list} now={query.dataUpdatedAt} focusAfter={() => title.current} />}
      </LoadedSection>
      {account.holdDays === 0 && (
        <LoadedSection title={texts.refusalsTitle} description={texts.refusalsDescription} query={query}>
          {({ refusals }) => <Refusals refusals={refusals} />}
        </LoadedSection>
      )}
    </>
  );
}

const usual = [0, 1, 3, heldLimits.holdDaysOffered, heldLimits.holdDaysMax];

function HoldingSection({ account: { holdDays, heldDigest } }: { account: Account }) {
  const { change, isPending } = useAccountChange({
    send: (payload: { holdDays: number } | { heldDigest: boolean }) => request('PATCH /api/account', { payload }),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
  });
  const choices = [...new Set(holdDays === null ? usual : [...usual, holdDays])].toSorted((a, b) => a - b);
  return (
    <Section title={texts.holdingTitle} description={texts.holdingDescription}>
      <Field label={texts.holdingLabel} hint={holdDays === null ? texts.unanswered : undefined}>
        {(control) => (
          <Select
            value={holdDays ?? ''}
            disabled={isPending}
            onChange={(event) => void change({ holdDays: Number(event.target.value) })}
            {...control}
          >
            {holdDays === null && (
              <option value="" disabled>
                {texts.choose}
              </option>
            )}
            {choices.map((days) => (
              <option key={days} value={days}>
                {texts.choice(days)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {(holdDays ?? 0) > 0 && (
        <SwitchRow
          label={texts.digest}
          text={texts.digestText}
          checked={heldDigest}
          busy={isPending}
          onChange={(on) => void change({ heldDigest: on })}
        />
      )}
    </Section>
  );
}

interface HeldMessagesProps {
  list: HeldList;
  now: number;
  /** What has the focus once the row that was settled is gone. */
  focusAfter: () => HTMLElement | null;
}

function HeldMessages({ list: { held, holdDays }, now, focusAfter }: HeldMessagesProps) {
  if (held.length > 0) {
    return (
      <SectionList>
        {held.map((message) => (
          <HeldRow key={message.id} message={message} now={now} focusAfter={focusAfter} />
        ))}
      </SectionList>
    );
  }
  const isOff = (holdDays ?? 0) === 0;
  return (
    <div className="py-6 text-center">
      <p className="font-semibold">{isOff ? texts.off : texts.empty}</p>
      <p className="mt-1 text-small text-soft">{isOff ? texts.offText : texts.emptyText}</p>
    </div>
  );
}

function Refusals({ refusals }: Pick<HeldList, 'refusals'>) {
  if (refusals.length === 0) return <p className="text-soft">{texts.noRefusals}</p>;
  return (
    <SectionList>
      {refusals.map(({ aliasId, alias, thisWeek, lastWeek }) => (
        <SectionRow key={aliasId} title={alias} note={texts.refusals(thisWeek, lastWeek)} />
      ))}
    </SectionList>
  );
}
