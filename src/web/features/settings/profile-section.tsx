import { useState, type ReactNode } from 'react';
import type { Account } from '#contract/account.ts';
import { accountPictureMessages } from '#messages/pages/account/profile.ts';
import { methodNames, profileMessages } from '#messages/pages/settings.ts';
import { RoundPicture } from '#web/components/ui/round-picture.tsx';
import { EmailText } from '#web/components/email-text.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { PictureButtons } from '#web/features/settings/picture-buttons.tsx';
import { settingsPart } from '#web/features/settings/settings-part.tsx';
import { Section } from '#web/components/section.tsx';
import { formatDay } from '#web/lib/format-time.ts';

const ProfileDialog = settingsPart(
  async () => (await import('#web/features/settings/profile-dialog.tsx')).ProfileDialog,
);

export function ProfileSection({ account }: { account: Account }) {
  const [editing, setEditing] = useState(false);
  const name = [account.firstName, account.lastName].filter((part) => part !== null).join(' ');
  return (
    <Section title={profileMessages.title} description={profileMessages.description}>
      <div className="flex flex-col gap-5 sm:flex-row sm:gap-8">
        <RoundPicture url={account.pictureUrl} alt={accountPictureMessages.alt} className="size-16" />
        <dl className="grid min-w-0 grow gap-x-8 gap-y-4 sm:grid-cols-2">
          {account.email !== null && (
            <Fact name={profileMessages.email}>
              <EmailText address={account.email} />
              <span className="block">
                <Chip tone={account.emailVerified ? 'on' : 'waiting'}>
                  {account.emailVerified ? profileMessages.confirmed : profileMessages.notConfirmed}
                </Chip>
              </span>
              {account.endsAt !== null && (
                <span className="mt-1 block text-note text-soft">
                  {profileMessages.ends(formatDay(account.endsAt))}
                </span>
              )}
            </Fact>
          )}
          {account.walletAddress !== null && <Fact name={profileMessages.wallet}>{account.walletAddress}</Fact>}
          {name !== '' && <Fact name={profileMessages.name}>{name}</Fact>}
          {account.profileImageUrl !== null && <Fact name={profileMessages.picture}>{account.profileImageUrl}</Fact>}
          <Fact name={profileMessages.signedInBy}>{methodNames[account.authMethod]}</Fact>
          <Fact name={profileMessages.memberSince}>
            <time dateTime={account.createdAt}>{formatDay(account.createdAt)}</time>
          </Fact>
        </dl>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="plain" onClick={() => setEditing(true)}>
          {profileMessages.edit}
        </Button>
        <PictureButtons hasPicture={account.pictureUrl !== null} />
      </div>
      {editing && <ProfileDialog account={account} onClose={() => setEditing(false)} />}
    </Section>
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
