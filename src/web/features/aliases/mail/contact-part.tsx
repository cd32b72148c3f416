import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Alias } from '#contract/aliases.ts';
import type { Contact } from '#contract/aliases.ts';
import { findTypedCorrespondentFault, readTypedAddress } from '#contract/account/typed-address.ts';
import { contactMessages as texts } from '#messages/pages/alias-mail.ts';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField } from '#web/components/ui/field.tsx';
import { ContactCard } from '#web/features/aliases/mail/contact-card.tsx';
import { useFindContact } from '#web/features/aliases/mail/mail-calls.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** Gives the reverse address of anybody, and blocks them. */
export function ContactPart({ alias }: { alias: Alias }) {
  const id = useId();
  const [contact, setContact] = useState<Contact | null>(null);
  /** An answer about somebody who is no longer shown changes nothing. */
  const showChanged = (changed: Contact): void =>
    setContact((shown) => (shown?.address === changed.address ? changed : shown));
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <div>
        <h3 id={id} className="text-body font-semibold">
          {texts.title}
        </h3>
        <p className="mt-1 text-soft">{texts.description}</p>
      </div>
      <ContactForm aliasId={alias.id} onFound={setContact} />
      {/* Empty, it takes no gap of its own. */}
      <div aria-live="polite" className="empty:-mt-4">
        {contact && <ContactCard key={contact.address} alias={alias} contact={contact} onChange={showChanged} />}
      </div>
      <p className="text-note text-soft">{texts.noList}</p>
    </section>
  );
}

function ContactForm({ aliasId, onFound }: { aliasId: string; onFound: (contact: Contact) => void }) {
  const { mutateAsync, isPending } = useFindContact(aliasId);
  const form = useForm({ defaultValues: { address: '' } });

  const find = useSingleRun(async (input: { address: string }) => {
    try {
      onFound((await mutateAsync({ address: readTypedAddress(input.address) })).contact);
    } catch (error) {
      if (!showFieldErrors(error, form)) reportFailure(error, texts.notMade, texts.failure);
    }
  });
  const submit = form.handleSubmit(find);

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-3 sm:flex-row sm:items-start"
    >
      <AddressField
        label={texts.address}
        error={form.formState.errors.address?.message}
        className="flex-1"
        autoComplete="off"
        {...form.register('address', { validate: (text) => findTypedCorrespondentFault(text) ?? true })}
      />
      {/* Beside the input, below its label. */}
      <Button look="plain" type="submit" disabled={isPending} className="sm:mt-7">
        {isPending ? texts.getting : texts.get}
      </Button>
    </form>
  );
}
