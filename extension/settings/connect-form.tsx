import { useEffect, useRef, useState } from 'react';
import { explain, useTools } from '#extension/components/tools.tsx';
import { useRun } from '#extension/components/use-run.ts';
import { keepConnection, type Connection } from '#extension/lib/connection.ts';
import { dropPermission, pair, PairingEnded, type PairingStep } from '#extension/lib/pairing.ts';
import { readServerAddress } from '#extension/lib/server-address.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';

/** How far it is with which server. */
interface Progress {
  readonly step: PairingStep;
  readonly host: string;
}

function usePairing(onConnected: (connection: Connection) => void) {
  const { browser, asker, texts } = useTools();
  const { extensionFaults } = texts;
  const [fault, setFault] = useState<string>();
  const [progress, setProgress] = useState<Progress | null>(null);
  const canceller = useRef<AbortController>(null);
  useEffect(() => () => canceller.current?.abort(), []);
  const { run } = useRun(
    async (origin: string) => {
      const { signal } = (canceller.current = new AbortController());
      const random = (octets: number) => crypto.getRandomValues(new Uint8Array(octets));
      const onStep = (step: PairingStep): void => setProgress({ step, host: new URL(origin).host });
      // Nothing may come before: the browser asks for the permission only right after a press.
      const connection = await pair({ browser, asker, random, onStep, signal }, origin).catch(
        async (error: unknown) => {
          await dropPermission(browser, origin);
          throw error;
        },
      );
      await keepConnection(browser, connection);
      onConnected(connection);
    },
    (error) => {
      setProgress(null);
      setFault(error instanceof PairingEnded ? extensionFaults[error.fault] : explain(texts, error));
    },
  );
  const connect = (typed: string): void => {
    const read = readServerAddress(typed);
    setFault('fault' in read ? extensionFaults[read.fault] : undefined);
    if ('origin' in read) run(read.origin);
  };
  return { connect, cancel: () => canceller.current?.abort(), progress, fault };
}

/** Asks for the address of a server, and connects with it: a page of that server asks its owner. */
export function ConnectForm({ onConnected }: { onConnected: (connection: Connection) => void }) {
  const { extensionSettingsTexts } = useTools().texts;
  const [typed, setTyped] = useState('');
  const { connect, cancel, progress, fault } = usePairing(onConnected);
  if (progress !== null) return <Pending {...progress} onCancel={cancel} />;
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        connect(typed);
      }}
    >
      <div>
        <h2 className="text-lead font-semibold">{extensionSettingsTexts.connectTitle}</h2>
        <p className="mt-1 text-soft">{extensionSettingsTexts.connectText}</p>
      </div>
      <Field
        label={extensionSettingsTexts.address}
        hint={extensionSettingsTexts.addressHint}
        error={fault}
        className="w-full"
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            autoComplete="url"
            autoCapitalize="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Button type="submit">{extensionSettingsTexts.connect}</Button>
    </form>
  );
}

function Pending({ step, host, onCancel }: Progress & { onCancel: () => void }) {
  const { extensionSettingsTexts } = useTools().texts;
  const titles: Readonly<Record<PairingStep, string>> = {
    checking: extensionSettingsTexts.checking,
    waiting: extensionSettingsTexts.waiting(host),
    pairing: extensionSettingsTexts.pairing,
  };
  return (
    <section role="status" className="flex flex-col items-start gap-4">
      <div>
        <h2 className="text-lead font-semibold wrap-anywhere">{titles[step]}</h2>
        {step === 'waiting' && <p className="mt-1 text-soft">{extensionSettingsTexts.waitingText}</p>}
      </div>
      {step === 'waiting' && (
        <Button look="plain" onClick={onCancel}>
          {extensionSettingsTexts.cancel}
        </Button>
      )}
    </section>
  );
}
