import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ChecklistEntry, ChecklistResponse } from '#contract/moves/moves.ts';
import { checklistMessages as texts } from '#messages/pages/account/moves.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Section } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { copyText } from '#web/lib/copy-text.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

const checklistKey = [ownKey, 'checklist'];
/** More of them are found by what stands in them. */
const shownEntries = 100;

function keepEntry(client: QueryClient, entry: ChecklistEntry): void {
  client.setQueryData<ChecklistResponse>(checklistKey, (known) => ({
    entries: (known?.entries ?? []).map((one) => (one.id === entry.id ? entry : one)),
  }));
}

/** Addresses that could not come along, until their sites know the new ones; nothing where there are none. */
export function ChecklistSection() {
  const { data } = useQuery({
    queryKey: checklistKey,
    queryFn: ({ signal }) => request('GET /api/checklist', { signal }),
    // Entries are ticked by mail.
    staleTime: 0,
    refetchInterval: 60_000,
  });
  const entries = data?.entries ?? [];
  if (entries.length === 0) return null;
  return (
    <Section title={texts.title} description={texts.description}>
      <Checklist entries={entries} />
    </Section>
  );
}

function matches({ old, alias, note }: ChecklistEntry, text: string): boolean {
  return [old, alias, note].some((part) => part.toLowerCase().includes(text));
}

function Checklist({ entries }: { entries: readonly ChecklistEntry[] }) {
  const [search, setSearch] = useState('');
  const found = entries.filter((entry) => matches(entry, search.trim().toLowerCase()));
  const left = entries.filter(({ done }) => done === 'no').length;
  return (
    <>
      <p role="status" className="font-semibold">
        {texts.left(left)}
      </p>
      {entries.length > 10 && (
        <Input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {found.length === 0 && <p className="text-small text-soft">{texts.none}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {found.slice(0, shownEntries).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {left < entries.length && <ClearButton />}
    </>
  );
}

function Entry({ entry }: { entry: ChecklistEntry }) {
  const client = useQueryClient();
  const id = useId();
  const { old, alias, note, done } = entry;
  // The box follows its click in the same event; what is known of the entry follows the answer.
  const [wish, setWish] = useState<{ over: ChecklistEntry; isDone: boolean } | null>(null);
  const isDone = wish?.over === entry ? wish.isDone : done !== 'no';
  const tick = useSingleRun(async (wanted: boolean) => {
    setWish({ over: entry, isDone: wanted });
    try {
      const answer = await request('PATCH /api/checklist/{id}', {
        params: { id: entry.id },
        payload: { done: wanted },
      });
      // A list that was read before the change would take it back.
      await client.cancelQueries({ queryKey: checklistKey });
      keepEntry(client, answer.entry);
    } catch (error) {
      setWish(null);
      reportFailure(error, texts.failed, texts.failure);
    }
  });
  return (
    <li className="flex items-start gap-x-4 py-3">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-amber-deep"
        aria-label={texts.tick(old)}
        checked={isDone}
        disabled={done === 'mail'}
        onChange={({ target }) => void tick(target.checked)}
      />
      <label htmlFor={id} className="min-w-0 flex-1">
        <bdi className={isDone ? 'block wrap-anywhere text-soft line-through' : 'block wrap-anywhere'}>
          <EmailText address={old} />
        </bdi>
        <bdi className="block text-small wrap-anywhere">
          <ArrowRight aria-hidden="true" className="mr-1 inline size-4 align-text-bottom text-soft" />
          <EmailText address={alias} />
        </bdi>
        {note !== '' && <bdi className="line-clamp-2 text-note wrap-anywhere text-soft">{note}</bdi>}
      </label>
      {done === 'mail' ? (
        <Chip tone="on">{texts.byMail}</Chip>
      ) : (
        <Button
          look="plain"
          size="small"
          className="shrink-0"
          aria-label={texts.copyOne(alias)}
          onClick={() => void copyText(alias)}
        >
          {texts.copy}
        </Button>
      )}
    </li>
  );
}

function ClearButton() {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const clear = useSingleRun(async () => {
    setPending(true);
    try {
      await request('DELETE /api/checklist');
      await client.invalidateQueries({ queryKey: checklistKey });
    } catch (error) {
      reportFailure(error, texts.failed, texts.failure);
    } finally {
      setPending(false);
    }
  });
  return (
    <Button look="plain" className="self-start" disabled={isPending} onClick={() => void clear()}>
      {isPending ? texts.clearing : texts.clear}
    </Button>
  );
}
