import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { DomainMember, InviteMemberInput, OwnDomain } from '#contract/account/domains.ts';
import { limits } from '#contract/limits.ts';
import { memberMessages as texts } from '#messages/pages/account/domains.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { CopiedLine } from '#web/components/copied-line.tsx';
import { SectionList, SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input, Select } from '#web/components/ui/input.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { titleOf } from '#web/features/settings/domains/member-title.ts';
import { MembersAliases } from '#web/features/settings/domains/members-aliases.tsx';
import { inviteMember, membersQuery, removeMember } from '#web/features/settings/domains/domains.ts';
import { showToast } from '#web/lib/toast.ts';
import { formatDay } from '#web/lib/format-time.ts';

/** Who may use a domain; a link makes one more. */
export function MembersDialog({ domain, onClose }: { domain: OwnDomain; onClose: () => void }) {
  const { data, isFetching, refetch } = useQuery(membersQuery(domain));
  const [link, setLink] = useState<string | null>(null);
  return (
    <Dialog title={texts.title(domain.name)} description={texts.description} onClose={onClose}>
      <div className="mt-5 flex flex-col gap-5">
        {data !== undefined && (
          <SectionList>
            {data.members.map((member) => (
              <MemberRow key={member.id} domain={domain} member={member} />
            ))}
          </SectionList>
        )}
        {data === undefined && isFetching && <Waiting text={controlMessages.loading} />}
        {data === undefined && !isFetching && (
          <div role="alert" className="flex flex-col items-start gap-4 text-soft">
            {texts.notLoaded}
            <Button look="plain" onClick={() => void refetch()}>
              {controlMessages.tryAgain}
            </Button>
          </div>
        )}
        {data !== undefined && <MembersAliases domain={domain} members={data.members} />}
        {link === null ? (
          <InviteForm domain={domain} onInvited={setLink} />
        ) : (
          <div className="flex flex-col gap-4">
            <CopiedLine name={texts.link} text={link} />
            <p className="text-small text-soft">{texts.linkHint(limits.domainInvitationDays)}</p>
            <Button look="plain" className="self-start" onClick={() => setLink(null)}>
              {texts.inviteAnother}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function MemberRow({ domain, member }: { domain: OwnDomain; member: DomainMember }) {
  const { id, role, state, aliases, expiresAt } = member;
  const { change, isPending } = useAccountChange({
    send: () => removeMember(domain, id),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.removeFailure,
  });
  const title = titleOf(member);
  const end = expiresAt === null ? null : formatDay(expiresAt);
  return (
    <SectionRow
      title={title}
      note={
        state === 'invited' ? texts.invited(texts.roles[role], end ?? '') : texts.member(texts.roles[role], aliases)
      }
    >
      {state !== 'owner' && (
        <Button
          look="removing"
          disabled={isPending}
          aria-label={texts.removeOne(title)}
          onClick={() => void change(undefined)}
        >
          {texts.remove}
        </Button>
      )}
    </SectionRow>
  );
}

function InviteForm({ domain, onInvited }: { domain: OwnDomain; onInvited: (link: string) => void }) {
  const form = useForm<InviteMemberInput>({ defaultValues: { name: '', role: 'maker' } });
  const { change, isPending } = useAccountChange({
    send: (input: InviteMemberInput) => inviteMember(domain, input),
    onDone: ({ link }) => onInvited(link),
    failure: texts.inviteFailure,
  });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(change)(event)} className="flex flex-col gap-4">
      <Field label={texts.name} hint={texts.nameHint} error={form.formState.errors.name?.message}>
        {(control) => (
          <Input
            autoComplete="off"
            maxLength={64}
            {...control}
            {...form.register('name', { validate: (text) => text.trim() !== '' || texts.nameMissing })}
          />
        )}
      </Field>
      <Field label={texts.role}>
        {(control) => (
          <Select {...control} {...form.register('role')}>
            <option value="maker">{texts.roles.maker}</option>
            <option value="admin">{texts.roles.admin}</option>
          </Select>
        )}
      </Field>
      <Button type="submit" className="self-start" disabled={isPending}>
        {isPending ? texts.inviting : texts.invite}
      </Button>
    </form>
  );
}
