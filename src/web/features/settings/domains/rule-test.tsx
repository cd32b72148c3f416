import { useState } from 'react';
import type { OwnDomain } from '#contract/account/domains.ts';
import { ruleMessages as texts } from '#messages/pages/account/rules.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { tryName, type CatchAllForm } from '#web/features/settings/domains/rules.ts';
import { RequestError } from '#web/lib/request.ts';

type Answer = Awaited<ReturnType<typeof tryName>>;

/** Says what mail to a name would do. */
export function RuleTest({ domain, form }: { domain: OwnDomain; form: CatchAllForm }) {
  const [address, setAddress] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [fault, setFault] = useState<string>();
  const { change, isPending } = useAccountChange({
    send: () => tryName(domain, address, form),
    onDone: setAnswer,
    failure: texts.testFailure,
    showFaults: (error) => {
      const errors = error instanceof RequestError ? Object.values(error.fieldErrors ?? {}) : [];
      setFault(errors[0]?.[0]);
    },
    // Nothing changed.
    show: () => null,
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setFault(undefined);
        setAnswer(null);
        void change(undefined);
      }}
    >
      <Field label={texts.test} hint={texts.testHint} error={fault}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={address}
              placeholder={`shop@${domain.name}`}
              onChange={({ target }) => setAddress(target.value)}
            />
            <Button type="submit" look="plain" disabled={isPending || address.trim() === ''}>
              {isPending ? texts.testing : texts.testButton}
            </Button>
          </div>
        )}
      </Field>
      <p role="status" className="text-small">
        {answer && (
          <>
            {answer.rule === null ? texts.takenByNone : texts.takenBy(answer.rule.index + 1)} {answer.message}
          </>
        )}
      </p>
    </form>
  );
}
