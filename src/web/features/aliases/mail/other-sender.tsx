import { useMutation } from '@tanstack/react-query';
import type { Alias } from '#contract/aliases.ts';
import { otherSenderMessages as texts } from '#messages/pages/alias-mail.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { showAliases } from '#web/lib/aliases/held-aliases.ts';
import { nameControl } from '#web/lib/name-control.ts';
import { request } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

function shownDay(isoDate: string): string {
  return new Date(`${isoDate}T12:00:00`).toLocaleDateString(__LOCALE__, { dateStyle: 'medium' });
}

/** Tells that somebody else has the address than those it was made for, and lets its owner say that this is fine. */
export function OtherSender({ alias, since }: { alias: Alias; since: string }) {
  const { id } = alias;
  const { mutate, isPending } = useMutation({
    scope: { id },
    mutationFn: () => request('POST /api/aliases/{id}/expected-sender', { params: { id } }),
    onSuccess: ({ alias: changed, message }, _input, _result, { client }) => {
      showAliases(client, [changed]);
      showToast({ title: message });
    },
    onError: () => showToast({ title: texts.failure, tone: 'destructive' }),
  });
  return (
    <div className="flex flex-col items-start gap-2 lg:col-span-2">
      <Chip tone="waiting">{texts.alsoUsed(shownDay(since))}</Chip>
      <p className="text-soft">{texts.why}</p>
      <Button
        look="plain"
        size="small"
        disabled={isPending}
        aria-label={nameControl(texts.expect, aliasAddress(alias))}
        onClick={() => mutate()}
      >
        {isPending ? texts.expecting : texts.expect}
      </Button>
    </div>
  );
}
