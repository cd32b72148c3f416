import { useQuery } from '@tanstack/react-query';
import { useId, useState, type RefObject } from 'react';
import { findAliasFault } from '#contract/alias-faults.ts';
import type { AliasFormat } from '#contract/account/formats.ts';
import type { CreateAliasInput } from '#contract/aliases.ts';
import type { User } from '#contract/sign-in.ts';
import { aliasFormMessages, createLineMessages as texts } from '#messages/pages/aliases.tsx';
import { accountQuery } from '#web/components/account-query.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Input, Select } from '#web/components/ui/input.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { useAliases } from '#web/features/aliases/alias-calls.ts';
import { useCreateFromLine } from '#web/features/aliases/line/use-create-from-line.ts';
import { useShortcut } from '#web/features/aliases/shortcuts.ts';
import { useDomains } from '#web/lib/get-config.ts';
import { atDomain } from '#web/lib/page-facts.ts';

interface CreateLineProps {
  user: User;
  /** Opens the whole form, with what stands here. */
  onMore: (input: CreateAliasInput) => void;
  /** Of the field for the name. */
  field: RefObject<HTMLInputElement | null>;
}

/**
 * Where a new alias may forward to, and what serves it unless something else is chosen: the account's default, else its own
 * email, else the oldest that has agreed, else the oldest.
 */
function useInboxChoices({ id, email }: User): { inboxes: string[]; first: string } {
  const aliases = useAliases(id).data?.aliases ?? [];
  const chosenId = useQuery(accountQuery).data?.account.defaultTargetId;
  const usable = aliases
    .toReversed()
    .flatMap(({ targets }) => targets)
    .filter(({ state }) => state === 'confirmed' || state === 'pending');
  const inboxes = [...new Set([...(email === null ? [] : [email]), ...usable.map(({ value }) => value)])];
  const chosen = usable.find((target) => target.id === chosenId) ?? null;
  const agreed = usable.find(({ state }) => state === 'confirmed');
  return { inboxes, first: chosen?.value ?? email ?? agreed?.value ?? inboxes[0] ?? '' };
}

/** What was chosen here; else what the account chose, and what comes first. */
function useChoices(user: User) {
  const account = useQuery(accountQuery).data?.account;
  const [chosen, setChosen] = useState<{ domain?: string; inbox?: string; generate?: AliasFormat }>({});
  const { inboxes, first } = useInboxChoices(user);
  const { data, isError } = useDomains();
  const domains = data?.domains ?? [];
  const { generate = account?.aliasFormat ?? 'words', inbox, domain } = chosen;
  return {
    generate,
    inboxes,
    inbox: inboxes.find((one) => one === inbox) ?? first,
    domains,
    domainsFailed: isError,
    domain: domains.find((one) => one === (domain ?? account?.defaultDomain)) ?? domains[0] ?? '',
    choose: (next: typeof chosen) => setChosen({ ...chosen, ...next }),
  };
}

/** What Enter does with what stands in the line. */
function useLine({ user, onMore, field }: CreateLineProps) {
  const [alias, setAlias] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const choices = useChoices(user);
  const { generate, inbox, domain } = choices;
  const { create, isPending } = useCreateFromLine(user.id, {
    onFault: setFault,
    onMade: () => {
      setAlias('');
      // Ready for the next one; on a phone the keyboard would hide what was made.
      if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
    },
  });
  const more = (): void => onMore({ alias, domain, forwardTo: inbox === '' ? '' : `${inbox}, `, notes: '' });
  const submit = (): void => {
    const named = alias.trim().toLowerCase();
    const wrong = named === '' ? null : findAliasFault(named);
    setFault(wrong);
    if (wrong !== null) field.current?.focus();
    // Nobody to forward to, or nowhere to make it: the form says what is missing.
    else if (inbox === '' || domain === '') more();
    else void create({ alias: named, generate, domain, forwardTo: inbox });
  };
  const type = (text: string): void => {
    setAlias(text);
    setFault(null);
  };
  return { alias, fault, choices, isPending, more, submit, type };
}

/** One line for a new alias: Enter makes it, with a name that is made up where none is typed, and copies its address. */
export function CreateLine(props: CreateLineProps) {
  const { field } = props;
  const faultId = useId();
  const { alias, fault, choices, isPending, more, submit, type } = useLine(props);
  useShortcut('n', () => field.current?.focus());
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-wrap items-start gap-2"
    >
      <div className="min-w-0 grow basis-40 lg:basis-56">
        <Input
          ref={field}
          aria-label={aliasFormMessages.name}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : faultId}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={alias}
          onChange={({ target }) => type(target.value)}
        />
        {fault !== null && (
          <p id={faultId} role="alert" className="mt-1 text-small text-gone">
            {fault}
          </p>
        )}
      </div>
      <Button
        type="submit"
        disabled={isPending}
        className="max-[22.5rem]:grow"
        // The second of two quick clicks is for the first alias.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {isPending ? aliasFormMessages.creating : aliasFormMessages.create}
      </Button>
      <LineChoices {...choices} onMore={more} />
    </form>
  );
}

/** Where it is made, how it is called while nothing is typed, and where its mail goes. */
function LineChoices({ onMore, choose, ...choices }: ReturnType<typeof useChoices> & { onMore: () => void }) {
  const { generate, inboxes, inbox, domains, domain, domainsFailed } = choices;
  return (
    <div className="grid w-full grid-cols-[minmax(0,6fr)_minmax(0,5fr)_auto] gap-2 max-[22.5rem]:*:first:col-span-3 sm:grid-cols-[auto_auto_minmax(0,1fr)_auto] lg:w-auto lg:grid-cols-[auto_auto_14rem_auto]">
      <Select
        aria-label={aliasFormMessages.domain}
        className="max-sm:pr-8"
        value={domain}
        disabled={domain === ''}
        onChange={({ target }) => choose({ domain: target.value })}
      >
        {domain === '' && (
          <option value="">
            {domainsFailed ? aliasFormMessages.domainsNotLoaded : aliasFormMessages.loadingDomains}
          </option>
        )}
        {domains.map((name) => (
          <option key={name} value={name}>
            {atDomain(name)}
          </option>
        ))}
      </Select>
      <div className="max-sm:col-span-2 max-[22.5rem]:col-span-3">
        <Select
          aria-label={texts.names}
          className="max-sm:pr-8"
          value={generate}
          onChange={({ target }) => choose({ generate: target.value as AliasFormat })}
        >
          <option value="words">{texts.words}</option>
          <option value="characters">{texts.characters}</option>
          <option value="uuid">{texts.uuid}</option>
        </Select>
      </div>
      {/* Whom the mail goes to is what must be read. */}
      <div className="min-w-0 max-sm:col-span-2">
        <Select
          data-facts
          aria-label={texts.inbox}
          className="max-sm:pr-8"
          value={inbox}
          disabled={inbox === ''}
          onChange={({ target }) => choose({ inbox: target.value })}
        >
          {inbox === '' && <option value="">{texts.noInbox}</option>}
          {inboxes.map((one) => (
            <option key={one} value={one}>
              {texts.to(one)}
            </option>
          ))}
        </Select>
      </div>
      <TextButton aria-label={texts.moreOf} className="h-11 px-2" onClick={onMore}>
        {texts.more}
      </TextButton>
    </div>
  );
}
