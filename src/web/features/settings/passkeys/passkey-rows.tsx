import { useState } from 'react';
import type { Account } from '#contract/account.ts';
import type { Passkey } from '#contract/account/passkeys.ts';
import { limits } from '#contract/limits.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { passkeyMessages as texts } from '#messages/pages/passkeys.ts';
import { methodMessages, settingsMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { addPasskey, removePasskey, renamePasskey, usePasskeys } from '#web/features/settings/passkeys/passkeys.ts';
import { RemovalDialog } from '#web/features/settings/removal-dialog.tsx';
import { settingsPart } from '#web/features/settings/settings-part.tsx';
import { SectionRow } from '#web/components/section.tsx';
import { canUsePasskeys } from '#web/lib/passkeys/can-use-passkeys.ts';

const NameDialog = settingsPart(
  async () => (await import('#web/features/settings/passkeys/name-dialog.tsx')).NameDialog,
);

type Step =
  | { readonly name: 'add' }
  | { readonly name: 'rename'; readonly passkey: Passkey }
  | { readonly name: 'remove'; readonly passkey: Passkey };

interface PasskeyRowsProps {
  account: Account;
  /** A passkey that is there is the only way in. */
  isOnlyWay: boolean;
  onCodes: (codes: readonly string[]) => void;
  returnFocus: () => HTMLElement | null;
}

/** Passkeys among the ways in: how to add one, and each that is there. */
export function PasskeyRows({ account, isOnlyWay, onCodes, returnFocus }: PasskeyRowsProps) {
  const [step, setStep] = useState<Step | null>(null);
  const close = (): void => setStep(null);
  const canAdd = canUsePasskeys();
  return (
    <>
      <SectionRow title={texts.title} note={canAdd ? texts.explanation : texts.notSupported}>
        {canAdd && account.passkeys < limits.passkeysPerAccount && (
          <Button look="plain" onClick={() => setStep({ name: 'add' })}>
            {account.passkeys > 0 ? texts.addOne : texts.add}
          </Button>
        )}
      </SectionRow>
      {account.passkeys > 0 && <HeldPasskeys isOnlyWay={isOnlyWay} onStep={setStep} />}
      {step && <StepDialog step={step} onClose={close} onCodes={onCodes} returnFocus={returnFocus} />}
    </>
  );
}

type PasskeyRowAbout = Pick<PasskeyRowProps, 'isOnlyWay' | 'onStep'>;

function HeldPasskeys(about: PasskeyRowAbout) {
  const query = usePasskeys();
  if (query.data !== undefined) {
    return query.data.passkeys.map((passkey) => <PasskeyRow key={passkey.id} passkey={passkey} {...about} />);
  }
  if (query.isPending) return <SectionRow title={texts.loading} />;
  return (
    <SectionRow title={<span role="alert">{texts.notLoaded}</span>}>
      <TextButton onClick={() => void query.refetch()}>{controlMessages.tryAgain}</TextButton>
    </SectionRow>
  );
}

function day(iso: string, timeZone?: 'UTC'): string {
  return new Date(iso).toLocaleDateString(__LOCALE__, timeZone && { timeZone });
}

interface PasskeyRowProps {
  passkey: Passkey;
  isOnlyWay: boolean;
  onStep: (step: Step) => void;
}

function PasskeyRow({ passkey, isOnlyWay, onStep }: PasskeyRowProps) {
  const { name, synced, createdAt, lastUsedOn } = passkey;
  const use = texts.use(synced, day(createdAt), lastUsedOn && day(lastUsedOn, 'UTC'));
  return (
    <SectionRow title={name} note={isOnlyWay ? `${use}. ${methodMessages.onlyOne}` : use}>
      <Button look="plain" aria-label={texts.renameOne(name)} onClick={() => onStep({ name: 'rename', passkey })}>
        {texts.rename}
      </Button>
      {!isOnlyWay && (
        <Button
          look="removing"
          aria-label={settingsMessages.removeOne(name)}
          onClick={() => onStep({ name: 'remove', passkey })}
        >
          {settingsMessages.remove}
        </Button>
      )}
    </SectionRow>
  );
}

interface StepDialogProps extends Pick<PasskeyRowsProps, 'onCodes' | 'returnFocus'> {
  step: Step;
  onClose: () => void;
}

function StepDialog({ step, onClose, onCodes, returnFocus }: StepDialogProps) {
  if (step.name === 'add') {
    return (
      <NameDialog
        title={texts.add}
        description={texts.addDescription}
        name={texts.firstName}
        submit={texts.addSubmit}
        busy={texts.adding}
        failure={texts.addFailure}
        send={addPasskey}
        onClose={onClose}
      />
    );
  }
  const { passkey } = step;
  if (step.name === 'rename') {
    return (
      <NameDialog
        title={texts.renameTitle}
        description={passkey.name}
        name={passkey.name}
        submit={texts.rename}
        busy={texts.renaming}
        failure={texts.renameFailure}
        send={(name) => renamePasskey(passkey, name)}
        onClose={onClose}
      />
    );
  }
  return (
    <RemovalDialog
      send={() => removePasskey(passkey.id)}
      title={settingsMessages.askToRemove(passkey.name)}
      description={texts.removeDescription}
      failure={methodMessages.removeFailure}
      onDone={({ recoveryCodes }) => recoveryCodes && onCodes(recoveryCodes)}
      onClose={onClose}
      returnFocus={returnFocus}
    />
  );
}
