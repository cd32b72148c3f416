import { aliasFormats, endingFormats, type AliasFormat, type EndingFormat } from '#contract/account/formats.ts';
import type { Account, ChangeAccount } from '#contract/account.ts';
import { aliasChoiceMessages as texts } from '#messages/pages/account/choices.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { useDomains } from '#web/lib/get-config.ts';
import { request } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

interface ChoiceFieldProps {
  label: string;
  hint: string;
  /** Empty: what `first` says. */
  value: string;
  /** What stands for no choice; left out: there is always one. */
  first?: string;
  choices: readonly (readonly [value: string, text: string])[];
  busy: boolean;
  onChoose: (value: string) => void;
}

function ChoiceField({ label, hint, value, first, choices, busy, onChoose }: ChoiceFieldProps) {
  return (
    <Field label={label} hint={hint} className="sm:max-w-sm">
      {(control) => (
        <Select {...control} disabled={busy} value={value} onChange={({ target }) => onChoose(target.value)}>
          {first !== undefined && <option value="">{first}</option>}
          {choices.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** How aliases are made that somebody asks for without saying more. */
export function AliasChoices({ account: { defaultDomain, aliasFormat, endingFormat } }: { account: Account }) {
  const domains = useDomains().data?.domains ?? [];
  const { change, isPending: busy } = useAccountChange({
    send: (payload: ChangeAccount) => request('PATCH /api/account', { payload }),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
  });
  return (
    <>
      <ChoiceField
        label={texts.domain}
        hint={texts.domainHint}
        value={defaultDomain ?? ''}
        first={texts.firstDomain(domains[0] ?? '')}
        choices={domains.map((name) => [name, name])}
        busy={busy || domains.length === 0}
        onChoose={(name) => void change({ defaultDomain: name || null })}
      />
      <ChoiceField
        label={texts.names}
        hint={texts.namesHint}
        value={aliasFormat ?? ''}
        first={texts.usual}
        choices={aliasFormats.map((format) => [format, texts.formats[format]])}
        busy={busy}
        onChoose={(format) => void change({ aliasFormat: (format || null) as AliasFormat | null })}
      />
      <ChoiceField
        label={texts.endings}
        hint={texts.endingsHint}
        value={endingFormat}
        choices={endingFormats.map((format) => [format, texts.formats[format]])}
        busy={busy}
        onChoose={(format) => void change({ endingFormat: format as EndingFormat })}
      />
    </>
  );
}
