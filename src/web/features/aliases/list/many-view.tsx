import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { AliasFilter } from '#contract/aliases/bulk.ts';
import { aliasStates } from '#contract/aliases/life-limits.ts';
import type { Alias } from '#contract/aliases.ts';
import { aliasMessages } from '#messages/pages/aliases.tsx';
import { manyMessages as texts } from '#messages/pages/lives/many.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input, Select } from '#web/components/ui/input.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useAliases } from '#web/features/aliases/alias-calls.ts';
import { aliasAddress, aliasState } from '#web/features/aliases/alias-state.ts';
import { isOfState } from '#web/features/aliases/found/of-state.ts';
import { paginate } from '#web/features/aliases/list/paginate.ts';
import { Pagination } from '#web/features/aliases/list/pagination.tsx';
import { indexAliases, searchAliases, usePages } from '#web/features/aliases/list/use-list-view.ts';
import { ListNotLoaded, ViewHeader } from '#web/features/aliases/list/view-frame.tsx';
import { LabelChips } from '#web/features/aliases/lives/life-marks.tsx';
import { LabelsCard } from '#web/features/aliases/list/labels-card.tsx';
import { ManyBar } from '#web/features/aliases/list/many-bar.tsx';
import { useLabels } from '#web/features/aliases/list/many-calls.ts';

type Filter = Pick<AliasFilter, 'search' | 'state' | 'labels'>;
const shownStates = aliasStates.filter((state) => state !== 'bin');

function hasLabels({ labels }: Alias, wanted: readonly string[] = []): boolean {
  const own = labels.map((name) => name.toLowerCase());
  return wanted.every((name) => own.includes(name.toLowerCase()));
}

/** Stands in the place of the list of aliases: choose some, change all of them. */
export function ManyView({ userId, onLeave }: { userId: string; onLeave: () => void }) {
  const { data, isError, refetch } = useAliases(userId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Card aria-labelledby="many">
        <ViewHeader
          id="many"
          ref={heading}
          title={texts.title}
          description={texts.description}
          back={texts.back}
          onLeave={onLeave}
        />
        {!data && !isError && <Waiting text={texts.loading} />}
        {!data && isError && <ListNotLoaded text={texts.notLoaded} onRetry={() => void refetch()} />}
        {data && <Chooser aliases={data.aliases} />}
      </Card>
      <LabelsCard focusAfter={() => heading.current} />
    </>
  );
}

function useFound(aliases: Alias[], filter: Filter): Alias[] {
  const search = useDeferredValue(filter.search ?? '');
  const index = useMemo(() => indexAliases(aliases), [aliases]);
  return useMemo(
    () =>
      searchAliases(index, search).filter((alias) => isOfState(alias, filter.state) && hasLabels(alias, filter.labels)),
    [index, search, filter.state, filter.labels],
  );
}

function Chooser({ aliases }: { aliases: Alias[] }) {
  const [filter, setFilter] = useState<Filter>({});
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const { page, ...pages } = usePages(25);
  const found = useFound(aliases, filter);
  const chosen = found.filter(({ id }) => marked.has(id));
  const shown = paginate(found, page, pages.pageSize);
  const isAllFound = chosen.length === found.length && found.length > 0;

  const mark = (id: string, on: boolean): void => {
    const next = new Set(marked);
    if (on) next.add(id);
    else next.delete(id);
    setMarked(next);
  };
  return (
    <>
      <Filters
        filter={filter}
        onChange={(next) => {
          setFilter(next);
          pages.onPage(1);
        }}
      />
      <ChooseAll
        found={found.length}
        chosen={chosen.length}
        onChange={(all) => setMarked(all ? new Set(found.map(({ id }) => id)) : new Set())}
      />
      {chosen.length > 0 && <ManyBar aliases={chosen} isAllFound={isAllFound} filter={filter} />}
      {found.length === 0 && <p className="px-5 py-12 text-center text-soft">{texts.none}</p>}
      <ul className="divide-y divide-line">
        {shown.items.map((alias) => (
          <ChosenRow key={alias.id} alias={alias} marked={marked.has(alias.id)} onMark={mark} />
        ))}
      </ul>
      {found.length > 0 && <Pagination shown={shown} {...pages} />}
    </>
  );
}

interface ChooseAllProps {
  found: number;
  chosen: number;
  onChange: (all: boolean) => void;
}

function ChooseAll({ found, chosen, onChange }: ChooseAllProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-5 py-3 text-small sm:px-6">
      <label className="inline-flex min-h-10 items-center gap-3 font-medium">
        <input
          type="checkbox"
          className="size-5 accent-amber-deep"
          checked={found > 0 && chosen === found}
          disabled={found === 0}
          onChange={(event) => onChange(event.target.checked)}
        />
        {texts.chooseAll(found)}
      </label>
      <span role="status" className="text-soft tabular-nums">
        {chosen > 0 && texts.chosen(chosen)}
      </span>
    </div>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const labels = useLabels().data?.labels ?? [];
  return (
    <div className="grid gap-4 border-b border-line p-5 sm:grid-cols-3 sm:px-6">
      <Field label={texts.search}>
        {(control) => (
          <Input
            type="search"
            placeholder={texts.searchPlaceholder}
            autoComplete="off"
            spellCheck={false}
            value={filter.search ?? ''}
            onChange={(event) => onChange({ ...filter, search: event.target.value })}
            {...control}
          />
        )}
      </Field>
      <Field label={texts.state}>
        {(control) => (
          <Select
            value={filter.state ?? ''}
            onChange={({ target: { value } }) => {
              const { state: _state, ...rest } = filter;
              const state = shownStates.find((one) => one === value);
              onChange(state === undefined ? rest : { ...rest, state });
            }}
            {...control}
          >
            <option value="">{texts.anyState}</option>
            {shownStates.map((state) => (
              <option key={state} value={state}>
                {texts.states[state]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={texts.label}>
        {(control) => (
          <Select
            value={filter.labels?.[0] ?? ''}
            onChange={({ target: { value } }) => onChange({ ...filter, labels: value === '' ? [] : [value] })}
            {...control}
          >
            <option value="">{texts.anyLabel}</option>
            {labels.map(({ id, name }) => (
              <option key={id} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

interface ChosenRowProps {
  alias: Alias;
  marked: boolean;
  onMark: (id: string, on: boolean) => void;
}

function ChosenRow({ alias, marked, onMark }: ChosenRowProps) {
  const id = useId();
  const address = aliasAddress(alias);
  return (
    <li className="flex items-start gap-3 px-5 py-3 text-small sm:px-6">
      <input
        id={id}
        type="checkbox"
        aria-label={texts.choose(address)}
        className="mt-1 size-5 shrink-0 accent-amber-deep"
        checked={marked}
        onChange={(event) => onMark(alias.id, event.target.checked)}
      />
      <div className="flex min-w-0 grow flex-col gap-1">
        <label htmlFor={id} className="font-semibold">
          <EmailText address={address} />
        </label>
        <LabelChips names={alias.labels} of={address} />
      </div>
      <span className="shrink-0 text-note leading-6 font-medium text-soft">
        {aliasMessages.states[aliasState(alias)]}
      </span>
    </li>
  );
}
