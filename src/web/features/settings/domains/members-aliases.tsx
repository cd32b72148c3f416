import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DomainAlias, DomainMember, OwnDomain } from '#contract/account/domains.ts';
import { domainAliasMessages as texts } from '#messages/pages/account/offers.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { domainAliasesQuery } from '#web/features/settings/domains/domains.ts';
import { titleOf } from '#web/features/settings/domains/member-title.ts';

interface MembersAliasesProps {
  domain: OwnDomain;
  members: readonly DomainMember[];
}

/** Names and states of all aliases on a domain, for those who manage it. Asked for once it is opened. */
export function MembersAliases({ domain, members }: MembersAliasesProps) {
  const [open, setOpen] = useState(false);
  const [member, setMember] = useState('');
  const accounts = members.filter(({ state }) => state !== 'invited');
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-small font-semibold">{texts.title}</summary>
      {open && (
        <div className="mt-4 flex flex-col gap-4">
          <Field label={texts.member}>
            {(control) => (
              <Select {...control} value={member} onChange={({ target }) => setMember(target.value)}>
                <option value="">{texts.everybody}</option>
                {accounts.map((one) => (
                  <option key={one.id} value={one.id}>
                    {titleOf(one)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <AliasPages key={member} domain={domain} member={member} members={accounts} />
        </div>
      )}
    </details>
  );
}

/** Page by page, each asked for by the last name of the one before. */
function AliasPages({ domain, member, members }: MembersAliasesProps & { member: string }) {
  const [befores, setBefores] = useState<readonly string[]>([]);
  const { data, isFetching, refetch } = useQuery(domainAliasesQuery(domain, member, befores.at(-1) ?? ''));
  if (!data && isFetching) return <Waiting text={texts.loading} />;
  if (!data) {
    return (
      <div role="alert" className="flex flex-col items-start gap-4 text-soft">
        {texts.notLoaded}
        <Button look="plain" onClick={() => void refetch()}>
          {controlMessages.tryAgain}
        </Button>
      </div>
    );
  }
  const { aliases, next } = data;
  if (aliases.length === 0) return <p className="text-small text-soft">{texts.none}</p>;
  return (
    <>
      <AliasList aliases={aliases} members={members} />
      {(next !== null || befores.length > 0) && (
        <div className="flex gap-2">
          <Button look="plain" disabled={befores.length === 0} onClick={() => setBefores(befores.slice(0, -1))}>
            {texts.previous}
          </Button>
          <Button look="plain" disabled={next === null} onClick={() => setBefores([...befores, next ?? ''])}>
            {texts.next}
          </Button>
        </div>
      )}
    </>
  );
}

function AliasList({ aliases, members }: { aliases: readonly DomainAlias[]; members: readonly DomainMember[] }) {
  const titles = new Map(members.map((one) => [one.id, titleOf(one)]));
  return (
    <ul aria-label={texts.title} className="divide-y divide-line text-small">
      {aliases.map(({ name, memberId, state }) => (
        <li key={name} className="flex flex-wrap justify-between gap-x-4 py-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-soft">
            {texts.facts(titles.get(memberId ?? '') ?? texts.former, texts.states[state])}
          </span>
        </li>
      ))}
    </ul>
  );
}
