import { Copy } from 'lucide-react';
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
      className="group inline-flex max-w-full items-start gap-2 rounded-mark text-left text-body font-semibold underline-offset-4 hover:underline"
    >
      <AddressHalves address={address} />
      <Copy
        aria-hidden="true"
        className="mt-1 size-4 shrink-0 text-soft transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 pointer-fine:-mr-6 pointer-fine:opacity-0"
      />
    </button>
  );
}
