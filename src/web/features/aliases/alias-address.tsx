import type { Alias } from '#contract/aliases.ts';
import { aliasMessages as texts } from '#messages/pages/aliases.tsx';
import { AddressHalves } from '#web/components/email-text.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { copyText } from '#web/lib/copy-text.ts';

/** The address of an alias. A click copies it. */
export function AliasAddress({ alias }: { alias: Alias }) {
  const address = aliasAddress(alias);
  return (
    <button
      type="button"
      aria-label={texts.copy(address)}
      data-tooltip={texts.copy(address)}
      data-copies="true"
      onClick={() => void copyText(address)}
      className="mark mark-copy inline-flex max-w-full items-start gap-2 rounded-mark text-left text-body font-semibold underline-offset-4 hover:underline"
    >
      <AddressHalves address={address} />
    </button>
  );
}
