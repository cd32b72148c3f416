import { useState } from 'react';
import type { Contact } from '#contract/aliases.ts';
import { isLocalPartBeyondAscii, readTypedAddress } from '#contract/account/typed-address.ts';
import { useTools } from '#extension/components/tools.tsx';
import { useRun } from '#extension/components/use-run.ts';
import type { Site } from '#extension/popup/use-site.ts';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField } from '#web/components/ui/field.tsx';

/** Somebody whom the alias writes to, or hears nothing more of. */
export function Correspondent({ aliasId, site }: { aliasId: string; site: Site }) {
  const { popupTexts } = useTools().texts;
  const { aliases, fail } = site;
  const [address, setAddress] = useState('');
  const [contact, setContact] = useState<Contact | null>(null);
  const find = useRun(async () => setContact(await aliases.reverseAddress(aliasId, readTypedAddress(address))), fail);
  const block = useRun(
    async (blocked: boolean) => setContact(await aliases.block(aliasId, readTypedAddress(address), blocked)),
    fail,
  );
  const busy = find.busy || block.busy;
  const isFaulty = isLocalPartBeyondAscii(address);
  const none = busy || isFaulty || address.trim() === '';
  return (
    <form
      noValidate
      className="flex flex-col gap-3 rounded-box bg-well p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!none) find.run();
      }}
    >
      <AddressField
        label={popupTexts.correspondent}
        hint={popupTexts.correspondentHint}
        error={isFaulty ? popupTexts.localBeyondAscii : undefined}
        goesTo={popupTexts.goesTo}
        autoComplete="off"
        value={address}
        onChange={({ target }) => {
          setAddress(target.value);
          // What was found is somebody else's.
          setContact(null);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" disabled={none}>
          {popupTexts.getReverse}
        </Button>
        <Button look="removing" size="small" disabled={none} onClick={() => block.run(contact?.blocked !== true)}>
          {contact?.blocked === true ? popupTexts.unblock : popupTexts.block}
        </Button>
      </div>
      <Result contact={contact} site={site} />
    </form>
  );
}

/** There from the start, so that what comes into it is read out. */
function Result({ contact, site }: { contact: Contact | null; site: Site }) {
  const { popupTexts } = useTools().texts;
  const copy = useRun((text: string) => site.copy(text), site.fail);
  return (
    <div role="status" className="flex flex-col gap-2 text-small empty:hidden">
      {contact?.blocked === true && <p>{popupTexts.blocked}</p>}
      {contact?.blocked === false && (
        <>
          <p className="text-soft">{popupTexts.reverse}</p>
          <p className="font-mono wrap-anywhere">{contact.reverseAddress}</p>
          <Button
            look="plain"
            size="small"
            className="self-start"
            aria-label={popupTexts.copyOne(contact.reverseAddress)}
            onClick={() => copy.run(contact.reverseAddress)}
          >
            {popupTexts.copy}
          </Button>
        </>
      )}
    </div>
  );
}
