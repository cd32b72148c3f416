import type { OwnDomain } from '#contract/account/domains.ts';
import { domainEndingMessages as texts } from '#messages/pages/account/choices.ts';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { request } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

/** Whether apps offer made-up endings on a domain. Saved at once. */
export function EndingSwitch({ domain: { id, randomEndings } }: { domain: OwnDomain }) {
  const { change, isPending } = useAccountChange({
    send: (on: boolean) =>
      request('PATCH /api/account/domains/{id}', { params: { id }, payload: { randomEndings: on } }),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
  });
  return (
    <SwitchRow
      label={texts.label}
      text={texts.text}
      checked={randomEndings}
      busy={isPending}
      onChange={(on) => void change(on)}
    />
  );
}
