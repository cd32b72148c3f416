import { useState } from 'react';
import type { Account } from '#contract/account.ts';
import type { SecondFactorStart } from '#contract/sign-in.ts';
import { secondFactorMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import {
  renewRecoveryCodes,
  requirePasskey,
  startSecondFactor,
} from '#web/features/settings/second-factor/second-factor.ts';
import { settingsPart } from '#web/features/settings/settings-part.tsx';
import { Section } from '#web/components/section.tsx';
import { showToast } from '#web/lib/toast.ts';

const loadDialogs = () => import('#web/features/settings/second-factor/second-factor-dialogs.tsx');
const EnableDialog = settingsPart(async () => (await loadDialogs()).EnableDialog);
const RecoveryCodesDialog = settingsPart(
  async () => (await import('#web/components/recovery-codes-dialog.tsx')).RecoveryCodesDialog,
);
const DisableDialog = settingsPart(async () => (await loadDialogs()).DisableDialog);

type Step =
  | { readonly name: 'enable'; readonly start: SecondFactorStart }
  | { readonly name: 'codes'; readonly codes: readonly string[] }
  | { readonly name: 'disable' };

/** The second factor: a time-based one-time password (TOTP) of an authenticator app, and its recovery codes. */
export function SecondFactorSection({ account }: { account: Account }) {
  const [step, setStep] = useState<Step | null>(null);
  const close = (): void => setStep(null);
  const showCodes = (codes: readonly string[]): void => setStep({ name: 'codes', codes });

  return (
    <Section title={secondFactorMessages.title} description={secondFactorMessages.description}>
      {account.secondFactor ? (
        <SwitchedOn account={account} onCodes={showCodes} onDisable={() => setStep({ name: 'disable' })} />
      ) : (
        <SwitchedOff onStart={(start) => setStep({ name: 'enable', start })} />
      )}
      {(account.passkeys > 0 || account.passkeyFactor) && <PasskeyFactor account={account} onCodes={showCodes} />}
      {step?.name === 'enable' && <EnableDialog start={step.start} onClose={close} onEnabled={showCodes} />}
      {step?.name === 'codes' && <RecoveryCodesDialog codes={step.codes} alone={false} onClose={close} />}
      {step?.name === 'disable' && <DisableDialog onClose={close} />}
    </Section>
  );
}

function SwitchedOff({ onStart }: { onStart: (start: SecondFactorStart) => void }) {
  const { change, isPending } = useAccountChange({
    send: startSecondFactor,
    onDone: onStart,
    failure: secondFactorMessages.startFailure,
  });
  return (
    <div className="flex flex-col items-start gap-4">
      <Chip tone="off">{secondFactorMessages.off}</Chip>
      <Button look="plain" disabled={isPending} onClick={() => void change(undefined)}>
        {secondFactorMessages.setUp}
      </Button>
    </div>
  );
}

/** Whether a passkey must follow the password. */
function PasskeyFactor({ account, onCodes }: WithCodes) {
  const { change, isPending } = useAccountChange({
    send: requirePasskey,
    onDone: ({ message, recoveryCodes }) => {
      showToast({ title: message });
      if (recoveryCodes) onCodes(recoveryCodes);
    },
    failure: secondFactorMessages.startFailure,
  });
  return (
    <>
      <SwitchRow
        label={secondFactorMessages.passkey}
        text={secondFactorMessages.passkeyText}
        checked={account.passkeyFactor}
        busy={isPending}
        onChange={(required) => void change(required)}
      />
      {account.passkeyFactor && !account.secondFactor && (
        <div className="flex flex-col items-start gap-3">
          <p className="text-small text-soft">{secondFactorMessages.codesLeft(account.recoveryCodesLeft)}</p>
          <RenewButton onCodes={onCodes} />
        </div>
      )}
    </>
  );
}

interface WithCodes {
  account: Account;
  onCodes: (codes: readonly string[]) => void;
}

/** Makes new recovery codes in place of the old ones. */
function RenewButton({ onCodes }: Pick<WithCodes, 'onCodes'>) {
  const { change, isPending } = useAccountChange({
    send: renewRecoveryCodes,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    failure: secondFactorMessages.renewFailure,
  });
  return (
    <Button look="plain" disabled={isPending} onClick={() => void change(undefined)}>
      {secondFactorMessages.renew}
    </Button>
  );
}

function SwitchedOn({ account, onCodes, onDisable }: WithCodes & { onDisable: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <div>
        <Chip tone="on">{secondFactorMessages.on}</Chip>
        <p className="text-small text-soft">{secondFactorMessages.codesLeft(account.recoveryCodesLeft)}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <RenewButton onCodes={onCodes} />
        <Button look="plain" onClick={onDisable}>
          {secondFactorMessages.turnOff}
        </Button>
      </div>
    </div>
  );
}
