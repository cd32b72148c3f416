import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { findTypedForwardToFault, readTypedForwardTo } from '#contract/account/typed-address.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import { moveVerdicts, type MoveVerdict } from '#contract/moves/move-names.ts';
import type { Move, MoveChoices, MoveItem } from '#contract/moves/moves.ts';
import { moveMessages as texts } from '#messages/pages/account/moves.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField, Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import { keepMove } from '#web/features/settings/moving/moves.ts';
import { useDomains } from '#web/lib/get-config.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** What becomes of the aliases that were read, and the choices by which they come. */
export function MovePreview({ move }: { move: Move }) {
  return (
    <>
      <Choices key={move.id} move={move} />
      {move.encrypted.length > 0 && <Encrypted inboxes={move.encrypted} />}
      <Items move={move} />
    </>
  );
}

/** What cannot come along, and would be missed only once mail comes in clear. */
function Encrypted({ inboxes }: { inboxes: readonly string[] }) {
  return (
    <section aria-label={texts.encrypted} className="flex flex-col gap-2 rounded-box border border-line p-4">
      <h3 className="font-semibold">{texts.encrypted}</h3>
      <p className="text-small text-soft">{texts.encryptedText}</p>
      <ul className="flex max-h-40 flex-col gap-1 overflow-auto text-small">
        {inboxes.map((inbox) => (
          <li key={inbox}>
            <EmailText address={inbox} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Choices({ move }: { move: Move }) {
  const client = useQueryClient();
  const [choices, setChoices] = useState(move.choices);
  const [fault, setFault] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const plan = useSingleRun(async () => {
    setPending(true);
    try {
      const { move: planned } = await request('POST /api/moves/{id}/plan', {
        params: { id: move.id },
        payload: { ...choices, forwardTo: readTypedForwardTo(choices.forwardTo) },
      });
      keepMove(client, planned);
      await client.invalidateQueries({ queryKey: [ownKey, 'move-items', move.id] });
    } catch (error) {
      reportFailure(error, texts.failed, texts.failure);
    } finally {
      setPending(false);
    }
  });
  const change = (next: MoveChoices): void => {
    setChoices(next);
    setFault(null);
  };
  const submit = (): void => {
    const { forwardTo } = choices;
    const kept = splitForwardTo(move.choices.forwardTo);
    const found = forwardTo.trim() === '' ? null : findTypedForwardToFault(forwardTo, kept);
    setFault(found);
    if (found === null) void plan();
  };
  return (
    <form
      noValidate
      aria-label={texts.choices}
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ChoiceFields choices={choices} fault={fault} onChange={change} />
      <Button type="submit" look="plain" className="self-start" disabled={isPending}>
        {isPending ? texts.planning : texts.plan}
      </Button>
    </form>
  );
}

interface ChoiceFieldsProps {
  choices: MoveChoices;
  fault: string | null;
  onChange: (choices: MoveChoices) => void;
}

function ChoiceFields({ choices, fault, onChange }: ChoiceFieldsProps) {
  const domains = useDomains().data?.domains ?? [];
  const offered = [...new Set([...domains, choices.domain])].map((name) => ({ name, label: `@${name}` }));
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.domain} hint={texts.domainHint}>
          {(control) => (
            <Select
              value={choices.domain}
              onChange={({ target }) => onChange({ ...choices, domain: target.value })}
              {...control}
            >
              {offered.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <AddressField
          label={texts.forwardTo}
          hint={texts.forwardToHint}
          error={fault ?? undefined}
          autoComplete="off"
          value={choices.forwardTo}
          onChange={({ target }) => onChange({ ...choices, forwardTo: target.value })}
        />
      </div>
      <SwitchRow
        label={texts.replaceInboxes}
        text={texts.replaceInboxesText}
        checked={choices.replaceInboxes}
        busy={false}
        onChange={(replaceInboxes) => onChange({ ...choices, replaceInboxes })}
      />
    </>
  );
}

function useItems({ id, counts }: Move, verdict: MoveVerdict | null) {
  return useInfiniteQuery({
    queryKey: [ownKey, 'move-items', id, verdict, counts.made],
    queryFn: ({ pageParam, signal }) =>
      request('GET /api/moves/{id}/items', {
        params: { id },
        query: { ...(verdict !== null && { verdict }), ...(pageParam !== null && { after: String(pageParam) }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

function Items({ move }: { move: Move }) {
  const [verdict, setVerdict] = useState<MoveVerdict | null>(null);
  const { data, isFetching, isError, hasNextPage, fetchNextPage, refetch } = useItems(move, verdict);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-label={texts.preview} className="flex flex-col gap-4">
      <div role="group" aria-label={texts.preview} className="flex flex-wrap gap-2">
        {[null, ...moveVerdicts].map((one) => (
          <Button
            key={one}
            look="plain"
            size="small"
            aria-pressed={verdict === one}
            className="aria-pressed:bg-well"
            onClick={() => setVerdict(one)}
          >
            {one === null ? `${texts.all} ${move.read}` : `${texts.counts[one]} ${move.counts[one]}`}
          </Button>
        ))}
      </div>
      {isError && (
        <div role="alert" className="flex flex-col items-start gap-4 text-soft">
          {texts.notLoaded}
          <Button look="plain" onClick={() => void refetch()}>
            {controlMessages.tryAgain}
          </Button>
        </div>
      )}
      {data !== undefined && items.length === 0 && <p className="text-small text-soft">{texts.noItems}</p>}
      {items.length > 0 && <ItemTable items={items} />}
      {isFetching && <Waiting text={controlMessages.loading} />}
      {hasNextPage && !isFetching && (
        <Button look="plain" className="self-start" onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </section>
  );
}

function outcomeOf({ aliasId, verdict, reason }: MoveItem): { readonly text: string; readonly isGood: boolean } {
  if (aliasId !== null) return { text: texts.made, isGood: true };
  if (reason !== null) return { text: texts.reasons[reason], isGood: false };
  return { text: texts.verdicts[verdict], isGood: verdict === 'new' };
}

function Becomes({ item: { becomes, verdict, done } }: { item: MoveItem }) {
  if (becomes === null) return <span className="text-soft">{verdict === 'new' || done ? texts.same : ''}</span>;
  return (
    <bdi>
      <EmailText address={becomes} />
    </bdi>
  );
}

/** On a phone the new address stands beneath the old one, as three columns would break both. */
function ItemTable({ items }: { items: readonly MoveItem[] }) {
  return (
    <div className="rounded-box border border-line">
      <table className="w-full table-fixed text-left text-small">
        <thead className="text-note text-soft">
          <tr className="border-b border-line">
            <th className="px-3 py-2 font-semibold max-sm:w-3/5">{texts.address}</th>
            <th className="px-3 py-2 font-semibold max-sm:hidden">{texts.becomes}</th>
            <th className="px-3 py-2 font-semibold">{texts.outcome}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const { text, isGood } = outcomeOf(item);
            return (
              <tr key={item.position} className="border-b border-line align-top last:border-0">
                <td className="px-3 py-2">
                  <bdi>
                    <EmailText address={item.address} />
                  </bdi>
                  {item.becomes !== null && (
                    <div className="sm:hidden">
                      <ArrowRight
                        role="img"
                        aria-label={texts.becomes}
                        className="mr-1 inline size-4 align-text-bottom text-soft"
                      />
                      <Becomes item={item} />
                    </div>
                  )}
                  {item.note !== '' && (
                    <bdi className="line-clamp-2 text-note wrap-anywhere text-soft">{item.note}</bdi>
                  )}
                </td>
                <td className="px-3 py-2 max-sm:hidden">
                  <Becomes item={item} />
                </td>
                <td className={isGood ? 'px-3 py-2 text-on' : 'px-3 py-2 text-soft'}>{text}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
