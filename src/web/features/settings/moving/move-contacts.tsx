import { useEffect, useRef, useState } from 'react';
import type { Move } from '#contract/moves/moves.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { moveMessages as texts } from '#messages/pages/account/moves.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/input.tsx';
import { wait } from '#web/features/settings/moving/moves.ts';
import { request, RequestError } from '#web/lib/request.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface Fetched {
  readonly contacts: number;
  /** No more can be taken today. */
  readonly full: boolean;
}

/** Fetches the cards of all aliases, call by call; they are kept by this page alone until the file is saved. */
function useContacts({ id, counts }: Move) {
  const [left, setLeft] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Fetched | null>(null);
  const [fault, setFault] = useState<string>();
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);

  const fetchAll = useSingleRun(async (apiKey: string) => {
    const mine = new AbortController();
    control.current = mine;
    setFault(undefined);
    setLeft(counts.made);
    let cards = '';
    let contacts = 0;
    try {
      for (let again = true; !mine.signal.aborted; again = false) {
        const answer = await request('POST /api/moves/{id}/contacts', { params: { id }, payload: { apiKey, again } });
        cards += answer.cards;
        contacts += answer.contacts;
        setLeft(answer.left);
        setOutcome({ contacts, full: answer.full });
        if (answer.left === 0 || answer.full) break;
        await wait(answer.waitSeconds * 1000, mine.signal);
      }
    } catch (error) {
      if (error instanceof RequestError && error.body.code === 'service_key_refused') setFault(error.message);
      else reportFailure(error, texts.failed, texts.failure);
    } finally {
      setLeft(null);
      // What was told is told once: it is saved whatever came after it.
      if (cards !== '') saveFile(texts.contactsFile, 'text/vcard', cards);
    }
  });
  return { left, outcome, fault, fetchAll };
}

/** Correspondents of the old aliases, as cards with their reverse addresses here. */
export function MoveContacts({ move, apiKey }: { move: Move; apiKey: string | null }) {
  const [typed, setTyped] = useState(apiKey ?? '');
  const { left, outcome, fault, fetchAll } = useContacts(move);
  return (
    <section aria-label={texts.contacts} className="flex flex-col gap-4 border-t border-line pt-5">
      <div>
        <h4 className="text-small font-semibold">{texts.contacts}</h4>
        <p className="text-small text-soft">{texts.contactsText}</p>
      </div>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '' && left === null) void fetchAll(typed.trim());
        }}
      >
        <Field label={texts.key} error={fault}>
          {(field) => (
            <PasswordInput
              what={texts.key}
              autoComplete="off"
              maxLength={moveLimits.apiKeyMax}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              {...field}
            />
          )}
        </Field>
        <Button type="submit" look="plain" className="self-start" disabled={left !== null || typed.trim() === ''}>
          {left === null ? texts.contactsRead : texts.contactsReading(left)}
        </Button>
        <p role="status" className="text-small text-soft empty:hidden">
          {left === null && outcome !== null && (
            <>
              {texts.contactsDone(outcome.contacts)} {outcome.full && texts.contactsFull}
            </>
          )}
        </p>
      </form>
    </section>
  );
}
