import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { User } from '#contract/sign-in.ts';
import { readTypedAddress } from '#contract/account/typed-address.ts';
import { inboxWritingMessages as texts } from '#messages/pages/inbox.ts';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField } from '#web/components/ui/field.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { useSendTest } from '#web/lib/calls/inbox-posts.ts';
import { aliasesQuery } from '#web/lib/aliases/held-aliases.ts';
import { useSession } from '#web/lib/session.ts';

const sender = 'test@sender.example';
/** The browser's list of suggestions is for choosing, not for scrolling. */
const suggestedMax = 200;

interface WriteFormProps {
  /** The alias that stands there at first; null: the newest of whoever is signed in. */
  wanted: string | null;
  onClose: () => void;
}

/** Writes to an alias as somebody whom it does not know. */
export function WriteForm(props: WriteFormProps) {
  const { user, isLoading } = useSession();
  if (isLoading) return null;
  return user === null ? <TestForm {...props} aliases={[]} /> : <OwnersForm {...props} user={user} />;
}

function OwnersForm({ user, ...props }: WriteFormProps & { user: User }) {
  const { data, isPending } = useQuery(aliasesQuery(user.id));
  if (isPending) return null;
  const aliases = (data?.aliases ?? []).slice(0, suggestedMax).map(({ alias, domain }) => `${alias}@${domain}`);
  return <TestForm {...props} aliases={aliases} />;
}

function TestForm({ aliases, wanted, onClose }: WriteFormProps & { aliases: readonly string[] }) {
  const [alias, setAlias] = useState(wanted ?? aliases[0] ?? '');
  const [isEmpty, setEmpty] = useState(false);
  const { mutate, isPending, isSuccess, error, variables } = useSendTest();
  const submit = (): void => {
    const address = readTypedAddress(alias);
    setEmpty(address === '');
    if (address !== '' && !isPending) mutate(address);
  };
  return (
    <Card className="p-5 sm:p-6">
      <form
        noValidate
        aria-label={texts.write}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <AliasField
          error={isEmpty ? texts.aliasEmpty : error?.message}
          aliases={aliases}
          value={alias}
          onChange={setAlias}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" size="small" aria-disabled={isPending}>
            {isPending ? texts.sending : texts.sendTest}
          </Button>
          <Button look="plain" size="small" onClick={onClose}>
            {texts.close}
          </Button>
          <p role="status" className="min-w-0 text-small break-words">
            {isSuccess && texts.tested(variables)}
          </p>
        </div>
      </form>
    </Card>
  );
}

interface AliasFieldProps {
  error: string | undefined;
  aliases: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

/** To be chosen or typed. */
function AliasField({ error, aliases, value, onChange }: AliasFieldProps) {
  const listId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);
  return (
    <AddressField
      label={texts.alias}
      hint={texts.aliasHint(sender)}
      error={error}
      className="max-w-[32rem]"
      ref={inputRef}
      list={listId}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <datalist id={listId}>
        {aliases.map((address) => (
          <option key={address} value={address}>
            {address}
          </option>
        ))}
      </datalist>
    </AddressField>
  );
}
