import type { ReactNode } from 'react';
import type { Account } from '#contract/account.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { methodNames } from '#web/features/settings/method-names.ts';
import { SettingsSection } from '#web/features/settings/settings-section.tsx';

export function ProfileSection({ account }: { account: Account }) {
  return (
    <SettingsSection title="Profile" description="Who you are here. Stored encrypted, shown to nobody else.">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {account.email !== null && (
          <Fact name="Email">
            <EmailText address={account.email} />
            <span className="block">
              {account.emailVerified ? <Chip tone="on">Confirmed</Chip> : <Chip tone="waiting">Not confirmed yet</Chip>}
            </span>
          </Fact>
        )}
        {account.walletAddress !== null && <Fact name="Wallet">{account.walletAddress}</Fact>}
        <Fact name="Signed in by">{methodNames[account.authMethod]}</Fact>
        <Fact name="Member since">
          <time dateTime={account.createdAt}>{new Date(account.createdAt).toLocaleDateString()}</time>
        </Fact>
      </dl>
    </SettingsSection>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-note text-soft">{name}</dt>
      <dd className="mt-1 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
