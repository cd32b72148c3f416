import { MailWarning } from 'lucide-react';
import type { User } from '#contract/accounts.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { AliasList } from '#web/features/aliases/alias-list.tsx';
import { CreateAliasForm } from '#web/features/aliases/create-alias-form.tsx';

export const DashboardPage = ({ user }: { user: User }) => (
  <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6 sm:py-12">
    <PageTitle text="Email Forwarding" />
    <div>
      <h1 className="text-title font-semibold">Email Forwarding</h1>
      <p className="mt-1 text-soft">Manage privacy aliases and email forwarding settings</p>
    </div>
    <CreateAliasForm user={user} />
    <p className="flex items-start gap-3 rounded-box bg-on-wash px-4 py-3 text-small text-on sm:items-center">
      <MailWarning aria-hidden="true" className="size-5 shrink-0" />
      Forwarded mail may land in spam at first. Mark it ‘not spam’ and it will find your inbox.
    </p>
    <AliasList user={user} />
  </div>
);
