import { useForm } from 'react-hook-form';
import type { AccountTarget } from '#contract/targets.ts';
import { findTypedEmailFault, readTypedAddress } from '#contract/account/typed-address.ts';
import { inboxAddressMessages as texts } from '#messages/pages/targets.ts';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField } from '#web/components/ui/field.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { changeAddress, showTargets } from '#web/features/settings/targets/targets.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { showToast } from '#web/lib/toast.ts';

/** Asks for another address of an inbox. */
export function AddressDialog({ target: { id, value }, onClose }: { target: AccountTarget; onClose: () => void }) {
  const form = useForm<{ address: string }>({ defaultValues: { address: '' } });
  const { change, isPending } = useAccountChange({
    send: ({ address }: { address: string }) => changeAddress(id, readTypedAddress(address)),
    onDone: ({ message }) => {
      showToast({ title: message });
      onClose();
    },
    failure: texts.failure,
    show: showTargets,
    showFaults: (error) => showFieldErrors(error, form),
  });
  return (
    <Dialog title={texts.changeOf(value)} description={texts.description(value)} onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(change)(event)} className="mt-5 flex flex-col gap-4">
        <AddressField
          label={texts.label}
          error={form.formState.errors.address?.message}
          autoComplete="email"
          {...form.register('address', { validate: (text) => findTypedEmailFault(text) ?? true })}
        />
        <Button type="submit" disabled={isPending}>
          {isPending ? texts.busy : texts.submit}
        </Button>
      </form>
    </Dialog>
  );
}
