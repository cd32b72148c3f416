import { Ban, Copy } from 'lucide-react';
import type { Alias, Contact } from '#contract/aliases.ts';
import { contactMessages as texts } from '#messages/pages/alias-mail.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { useBlockContact } from '#web/features/aliases/mail/mail-calls.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface ContactCardProps {
  alias: Alias;
  contact: Contact;
  onChange: (contact: Contact) => void;
}

/** One correspondent: where to write to them, and whether their mail is taken. */
export function ContactCard({ alias, contact, onChange }: ContactCardProps) {
  const { address, reverseAddress, blocked } = contact;
  return (
    <div className="flex flex-col gap-3 rounded-box border border-line bg-sheet p-4">
      <p className="font-medium wrap-anywhere">{address}</p>
      <div className="flex items-center gap-2 rounded-box border border-line bg-well py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono wrap-anywhere">{reverseAddress}</code>
        <IconButton label={texts.copy(address)} onClick={() => void copyText(reverseAddress)}>
          <Copy aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex flex-col items-start gap-3 sm:flex-row sm:items-center sm:justify-between">
        {blocked ? (
          <div>
            <Chip tone="off">{texts.blocked}</Chip>
            <p>{texts.blockedDescription}</p>
          </div>
        ) : (
          <p className="wrap-anywhere">{texts.reaches(aliasAddress(alias))}</p>
        )}
        <BlockButton aliasId={alias.id} contact={contact} onChange={onChange} />
      </div>
    </div>
  );
}

interface BlockButtonProps extends Pick<ContactCardProps, 'contact' | 'onChange'> {
  aliasId: string;
}

function BlockButton({ aliasId, contact: { address, blocked }, onChange }: BlockButtonProps) {
  const { mutateAsync, isPending } = useBlockContact(aliasId);

  const change = useSingleRun(async () => {
    try {
      const { message, contact } = await mutateAsync({ address, blocked: !blocked });
      onChange(contact);
      showToast({ title: message });
    } catch (error) {
      reportFailure(error, texts.notChanged, texts.changeFailure);
    }
  });

  return (
    <Button
      look={blocked ? 'plain' : 'removing'}
      size="small"
      disabled={isPending}
      aria-label={blocked ? texts.unblockOne(address) : texts.blockOne(address)}
      onClick={() => void change()}
    >
      {!blocked && <Ban aria-hidden="true" className="size-4" />}
      {describeButton(blocked, isPending)}
    </Button>
  );
}

function describeButton(blocked: boolean, busy: boolean): string {
  if (busy) return blocked ? texts.unblocking : texts.blocking;
  return blocked ? texts.unblock : texts.block;
}
