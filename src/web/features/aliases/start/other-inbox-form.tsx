import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { findTypedForwardToFault, readTypedForwardTo } from '#contract/account/typed-address.ts';
import { waitingMessages as texts } from '#messages/pages/account/start.ts';
import { undoAction } from '#web/lib/aliases/undo.ts';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField } from '#web/components/ui/field.tsx';
import { refreshAliases } from '#web/lib/aliases/held-aliases.ts';
import { reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface OtherInboxFormProps {
  /** The inbox that is to go. */
  targetId: string;
  /** All that forward to it. */
  aliases: readonly Alias[];
  onClose: () => void;
}

/** Aliases that forward to the same inboxes afterwards, by these. */
function groupByTargets(aliases: readonly Alias[], targetId: string, inbox: string): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, targets } of aliases) {
    const forwardTo = [...new Set(targets.map((target) => (target.id === targetId ? inbox : target.value)))].join(', ');
    groups.set(forwardTo, [...(groups.get(forwardTo) ?? []), id]);
  }
  return groups;
}

/** Puts another inbox in the place of this one, on all aliases that have it; those that have the same others change in one call. */
function useOtherInbox({ targetId, aliases }: OtherInboxFormProps) {
  return useMutation({
    mutationFn: async (inbox: string) => {
      let undo: string | null = null;
      const groups = groupByTargets(aliases, targetId, inbox);
      for (const [forwardTo, ids] of groups) {
        const answer = await requestConfirmed('PATCH /api/aliases', { payload: { ids, change: { forwardTo } } });
        const [first] = answer.skipped;
        if (first !== undefined) throw new Error(first.message);
        undo = groups.size === 1 ? answer.undo : null;
      }
      return undo;
    },
    onSettled: (_undo, _error, _inbox, _result, { client }) => refreshAliases(client),
  });
}

export function OtherInboxForm(props: OtherInboxFormProps) {
  const { aliases, onClose } = props;
  const client = useQueryClient();
  const [inbox, setInbox] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { mutateAsync, isPending } = useOtherInbox(props);
  const change = useSingleRun(async (wanted: string) => {
    try {
      const undo = await mutateAsync(wanted);
      showToast({ title: texts.changed, description: texts.changedText(wanted), ...undoAction(client, undo) });
      onClose();
    } catch (error) {
      reportUnconfirmed(error, texts.notChanged, texts.failure);
    }
  });
  const submit = (): void => {
    const wanted = readTypedForwardTo(inbox);
    const kept = aliases.flatMap(({ targets }) => targets.map(({ value }) => value));
    const found = findTypedForwardToFault(inbox, kept);
    setFault(found);
    if (found === null) void change(wanted);
    else field.current?.focus();
  };
  return (
    <form
      noValidate
      className="mt-2 flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AddressField
        label={texts.otherLabel(aliases.length)}
        error={fault ?? undefined}
        className="max-w-md grow"
        ref={field}
        autoComplete="off"
        value={inbox}
        onChange={({ target }) => {
          setInbox(target.value);
          setFault(null);
        }}
      />
      {/* Beside the input, below its label. */}
      <div className="flex flex-wrap gap-2 sm:mt-7">
        <Button type="submit" disabled={isPending}>
          {isPending ? texts.changing : texts.change}
        </Button>
        <Button look="plain" disabled={isPending} onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
