import type { ReactNode } from 'react';
import type { Alias, AliasTarget } from '#contract/aliases.ts';
import { aliasMessages } from '#messages/pages/aliases.tsx';
import { aliasPageMessages as texts } from '#messages/pages/alias/alias-page.tsx';
import { EmailText } from '#web/components/email-text.tsx';
import { Section } from '#web/components/section.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { WebhookTest } from '#web/components/webhook-test.tsx';
import { useDeliveries } from '#web/features/aliases/alias-calls.ts';
import { aliasAddress, isPaused, takesMail } from '#web/features/aliases/alias-state.ts';
import { LabelChips, LifeEnd } from '#web/features/aliases/lives/life-marks.tsx';
import { DeliveriesLine } from '#web/features/aliases/targets/deliveries-line.tsx';
import { TargetState } from '#web/features/aliases/targets/target-list.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

/** Where an alias forwards to, each with how it stands. */
export function TargetsSection({ alias }: { alias: Alias }) {
  const { targets } = alias;
  return (
    <Section title={texts.targets} description={texts.targetsDescription}>
      <DeliveriesLine deliveries={useDeliveries()?.get(alias.id)} />
      <ul className={joinClasses('grid gap-x-8 gap-y-3 text-small', targets.length > 1 && 'lg:grid-cols-2')}>
        {targets.map((target) => (
          <TargetItem key={target.id} target={target} paused={isPaused(alias)} />
        ))}
      </ul>
    </Section>
  );
}

function TargetItem({ target, paused }: { target: AliasTarget; paused: boolean }) {
  const { signedWebhooks = false } = useConfig()?.features ?? {};
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <p className="font-medium">
        <EmailText address={target.value} />
      </p>
      {paused && takesMail(target) && <Chip tone="off">{texts.paused}</Chip>}
      {!paused && takesMail(target) && <Chip tone="on">{texts.takesMail}</Chip>}
      <TargetState target={target} />
      {signedWebhooks && target.kind === 'webhook' && target.state !== 'pending' && (
        <div className="mt-2">
          <WebhookTest targetId={target.id} title={texts.testOf(target.value)} />
        </div>
      )}
    </li>
  );
}

/** What its owner wrote about an alias, and when it ends. */
export function FactsSection({ alias }: { alias: Alias }) {
  const { lives = true } = useConfig()?.features ?? {};
  const { notes, labels, createdAt, ended, expiresAt, messagesLeft, idleDays } = alias;
  const hasEnd = (ended ?? expiresAt ?? messagesLeft ?? idleDays) !== null;
  return (
    <Section title={texts.facts} description={texts.factsDescription}>
      <dl className="grid gap-x-8 gap-y-4 text-small sm:grid-cols-2">
        <Fact name={texts.note} className="sm:col-span-2">
          {notes === null ? (
            <span className="text-soft">{aliasMessages.noNote}</span>
          ) : (
            <p dir="auto" className="w-fit max-w-full wrap-anywhere whitespace-pre-line">
              {notes}
            </p>
          )}
        </Fact>
        <Fact name={texts.labels} className="sm:col-span-2">
          {labels.length > 0 ? (
            <LabelChips names={labels} of={aliasAddress(alias)} />
          ) : (
            <span className="text-soft">{texts.noLabels}</span>
          )}
        </Fact>
        {(lives || hasEnd) && (
          <Fact name={texts.end}>
            {hasEnd ? <LifeEnd alias={alias} /> : <span className="text-soft">{texts.noEnd}</span>}
          </Fact>
        )}
        <Fact name={texts.made}>
          <time dateTime={createdAt} className="tabular-nums">
            {new Date(createdAt).toLocaleDateString(__LOCALE__)}
          </time>
        </Fact>
      </dl>
    </Section>
  );
}

interface FactProps {
  name: string;
  className?: string;
  children: ReactNode;
}

function Fact({ name, className, children }: FactProps) {
  return (
    <div className={joinClasses('min-w-0', className)}>
      <dt className="text-note text-soft">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
