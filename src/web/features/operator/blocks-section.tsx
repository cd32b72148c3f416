import { useRef, useState, type FormEvent } from 'react';
import { findReadSender, findTypedSenderFault, readTypedSender } from '#contract/account/typed-address.ts';
import { operatorBlocksMessages as texts } from '#messages/pages/operator/lists.ts';
import { SectionList, SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField } from '#web/components/ui/field.tsx';
import { AskedSection } from '#web/features/operator/asked-section.tsx';
import { blocksQuery, useOperatorAct } from '#web/features/operator/operator-calls.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import type { AnswerOf } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';
import { formatDay } from '#web/lib/format-time.ts';

/** Senders whose mail nobody here gets. */
export function BlocksSection() {
  return (
    <AskedSection title={texts.title} description={texts.description} options={blocksQuery}>
      {(answer) => <Blocks {...answer} />}
    </AskedSection>
  );
}

interface Order {
  readonly sender: string;
  readonly act: 'add' | 'remove';
}

/** The server is the judge; this spares what cannot be one. */
const addressOrDomain = /^(?:\S+@)?[^\s@]+\.[^\s@.]+$/u;

/** Blocks or unblocks a sender. */
function useBlockAct(onDone: () => void) {
  return useOperatorAct(
    (order: Order) => requestConfirmed('POST /api/operator/blocks', { payload: order }),
    (answer, client, { act }) => {
      client.setQueryData(blocksQuery.queryKey, answer);
      onDone();
      showToast({ title: texts.done[act] });
    },
  );
}

function Blocks({ blocks, total }: AnswerOf<'GET /api/operator/blocks'>) {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone with its row.
  const { act, isPending } = useBlockAct(() => place.current?.focus());
  return (
    <>
      <BlockForm />
      <div ref={place} tabIndex={-1} className="outline-none">
        {blocks.length === 0 && <p className="text-soft">{texts.empty}</p>}
        {blocks.length > 0 && (
          <SectionList>
            {blocks.map(({ name, since }) => (
              <SectionRow key={name} title={name} note={texts.since(formatDay(since))}>
                <Button
                  look="plain"
                  size="small"
                  disabled={isPending}
                  aria-label={texts.removeOf(name)}
                  onClick={() => void act({ sender: name, act: 'remove' })}
                >
                  {texts.remove}
                </Button>
              </SectionRow>
            ))}
          </SectionList>
        )}
        {total > blocks.length && <p className="mt-4 text-small text-soft">{texts.newest(blocks.length, total)}</p>}
      </div>
    </>
  );
}

function BlockForm() {
  const [sender, setSender] = useState('');
  const [fault, setFault] = useState<string>();
  const { act, isPending: busy } = useBlockAct(() => setSender(''));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = readTypedSender(sender);
    const found = findTypedSenderFault(sender) ?? (addressOrDomain.test(wanted) ? null : texts.senderFault);
    if (found === null) void act({ sender: wanted, act: 'add' });
    else setFault(found);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 sm:flex-row sm:items-start">
      <AddressField
        label={texts.sender}
        hint={texts.senderHint}
        error={fault}
        className="grow"
        autoComplete="off"
        readForms={findReadSender}
        value={sender}
        onChange={({ target }) => {
          setSender(target.value);
          setFault(undefined);
        }}
      />
      <Button type="submit" disabled={busy} className="sm:mt-7 sm:min-w-24">
        {busy ? texts.adding : texts.add}
      </Button>
    </form>
  );
}
