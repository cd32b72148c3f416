import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { DomainAlias, OwnDomain } from '#contract/account/domains.ts';
import { domainAliasMessages, roleNameMessages as texts } from '#messages/pages/account/offers.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { SectionList, SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { giveRole, givableQuery, membersQuery } from '#web/features/settings/domains/domains.ts';
import { titleOf } from '#web/features/settings/domains/member-title.ts';
import { nameControl } from '#web/lib/name-control.ts';
import { showToast } from '#web/lib/toast.ts';

/** Aliases of others by whose names one asks whose the domain is, for those who may give them to its owner. */
export function RoleNames({ domain }: { domain: OwnDomain }) {
  const titleId = useId();
  const members = useQuery(membersQuery(domain));
  const listed = useQuery(givableQuery(domain));
  const isFetching = members.isFetching || listed.isFetching;
  const isLoaded = members.data !== undefined && listed.data !== undefined;
  const titles = new Map(members.data?.members.map((one) => [one.id, titleOf(one)]));
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 rounded-box border border-line p-4">
      <h3 id={titleId} className="text-small font-semibold">
        {texts.title}
      </h3>
      <p className="text-small text-soft">{texts.description}</p>
      {isLoaded && (
        <SectionList>
          {listed.data.aliases.map((alias) => (
            <RoleRow
              key={alias.name}
              domain={domain}
              alias={alias}
              holder={titles.get(alias.memberId ?? '') ?? domainAliasMessages.former}
            />
          ))}
        </SectionList>
      )}
      {!isLoaded && isFetching && <Waiting text={controlMessages.loading} />}
      {!isLoaded && !isFetching && (
        <div role="alert" className="flex flex-col items-start gap-4 text-small text-soft">
          {texts.notLoaded}
          <Button
            look="plain"
            onClick={() => {
              void members.refetch();
              void listed.refetch();
            }}
          >
            {controlMessages.tryAgain}
          </Button>
        </div>
      )}
    </section>
  );
}

function RoleRow({ domain, alias, holder }: { domain: OwnDomain; alias: DomainAlias; holder: string }) {
  const { name, state } = alias;
  const address = `${name}@${domain.name}`;
  const { change, isPending } = useAccountChange({
    send: () => giveRole(domain, name),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
  });
  return (
    <SectionRow title={address} note={domainAliasMessages.facts(holder, domainAliasMessages.states[state])}>
      <Button
        look="plain"
        size="small"
        disabled={isPending}
        aria-label={nameControl(texts.give, address)}
        onClick={() => void change(undefined)}
      >
        {isPending ? texts.giving : texts.give}
      </Button>
    </SectionRow>
  );
}
