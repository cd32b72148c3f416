import { useState } from 'react';
import { findTypedForwardToFault, readTypedForwardTo } from '#contract/account/typed-address.ts';
import type { Alias } from '#contract/aliases.ts';
import { manyMessages as texts } from '#messages/pages/lives/many.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { dayOf } from '#web/features/aliases/lives/life-fields.tsx';
import { endKinds, readEnd, type EndKind } from '#web/features/aliases/list/many/read-change.ts';
import { ManyForm, type ManyDialogProps } from '#web/features/aliases/list/many/many-form.tsx';
import { formatEntered, parseEntered } from '#web/features/aliases/targets/read-targets.ts';
import { TargetsField } from '#web/features/aliases/targets/targets-field.tsx';

interface InboxDialogProps extends ManyDialogProps {
  all: readonly Alias[];
  ownEmail: string | null;
}

const mostOffered = 5;

/** The inboxes and webhooks that most aliases have. */
function findKnown(all: readonly Alias[]): string[] {
  const uses = new Map<string, number>();
  for (const { targets } of all) for (const { value } of targets) uses.set(value, (uses.get(value) ?? 0) + 1);
  const known = [...uses].toSorted(([, one], [, other]) => other - one);
  return known.slice(0, mostOffered).map(([value]) => value);
}

/** Sends the mail of all that are selected elsewhere. */
export function InboxDialog({ aliases, all, ownEmail, busy, onClose, onApply }: InboxDialogProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [known] = useState(() => findKnown(all));
  const kept = [ownEmail ?? '', ...known];
  const { pieces, draft } = parseEntered(text);
  const offered = known.filter((value) => !pieces.includes(value));
  const enter = (value: string): void => {
    setText(value);
    setFault(undefined);
  };
  const apply = (): void => {
    const wrong = findTypedForwardToFault(text, kept);
    if (wrong === null) onApply({ forwardTo: readTypedForwardTo(text) }, setFault);
    else setFault(wrong);
  };
  return (
    <ManyForm
      title={texts.inboxTitle(aliases.length)}
      description={texts.inboxDescription}
      busy={busy}
      onClose={onClose}
      onSubmit={apply}
    >
      <TargetsField
        value={text}
        onChange={enter}
        onBlur={() => undefined}
        ref={null}
        error={fault}
        kept={kept}
        ownEmail={known.length > 0 ? null : ownEmail}
        sendsOnEnter
      />
      {offered.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 text-small">
          <span className="text-soft">{texts.known}</span>
          {offered.map((value) => (
            <button
              key={value}
              type="button"
              aria-label={texts.use(value)}
              onClick={() => enter(formatEntered({ pieces: [...pieces, value], draft }))}
              className="min-h-8 max-w-full rounded-box border border-edge px-2 text-left wrap-anywhere hover:bg-well"
            >
              <bdi>{value}</bdi>
            </button>
          ))}
        </div>
      )}
    </ManyForm>
  );
}

/** Gives all that are selected an end, or takes every one away. */
export function EndDialog({ aliases, busy, onClose, onApply }: ManyDialogProps) {
  const [today] = useState(() => dayOf(new Date().toISOString()));
  const [kind, setKind] = useState<EndKind>('expiresAt');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const apply = (): void => {
    const change = readEnd(kind, text, new Date());
    if (typeof change === 'string') setFault(change);
    else onApply(change, setFault);
  };
  const choose = (next: EndKind): void => {
    setKind(next);
    setText('');
    setFault(undefined);
  };
  return (
    <ManyForm
      title={texts.endTitle(aliases.length)}
      description={texts.endDescription}
      busy={busy}
      onClose={onClose}
      onSubmit={apply}
    >
      <fieldset>
        <legend className="text-small font-semibold">{texts.endKind}</legend>
        {endKinds.map((one) => (
          <label key={one} className="flex min-h-9 items-center gap-3 text-small">
            <input
              type="radio"
              name="end"
              className="size-5 shrink-0 accent-amber-deep"
              checked={kind === one}
              onChange={() => choose(one)}
            />
            {texts.ends[one]}
          </label>
        ))}
      </fieldset>
      {kind !== 'never' && (
        <Field label={texts.fields[kind]} hint={kind === 'idleDays' && texts.idleHint} error={fault}>
          {(control) => (
            <Input
              autoComplete="off"
              {...(kind === 'expiresAt' ? { type: 'date', min: today } : { inputMode: 'numeric' as const })}
              value={text}
              onChange={({ target: { value } }) => {
                setText(kind === 'expiresAt' ? value : value.replaceAll(/\D/g, '').slice(0, 6));
                setFault(undefined);
              }}
              {...control}
            />
          )}
        </Field>
      )}
    </ManyForm>
  );
}
