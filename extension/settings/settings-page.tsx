import { useEffect, useState } from 'react';
import { useTools } from '#extension/components/tools.tsx';
import { useRun } from '#extension/components/use-run.ts';
import { createAliases } from '#extension/lib/aliases.ts';
import { dropConnection, readConnection, type Connection } from '#extension/lib/connection.ts';
import { dropPermission } from '#extension/lib/pairing.ts';
import { ServerFailure } from '#extension/lib/server.ts';
import { ConnectForm } from '#extension/settings/connect-form.tsx';
import { Mark } from '#web/components/mark.tsx';
import { Button, buttonClasses } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';

/** What was pressed is gone: the focus is on what came of it. */
function focusIt(element: HTMLElement | null): void {
  element?.focus();
}

/** Where a server is connected, and disconnected. */
export function SettingsPage() {
  const { browser, texts } = useTools();
  const { extensionSettingsTexts, popupTexts } = texts;
  /** Undefined: not read yet. */
  const [connection, setConnection] = useState<Connection | null>();
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => void readConnection(browser).then(setConnection), [browser]);
  return (
    <main className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-8 sm:py-16">
      <header className="flex items-center gap-3">
        <Mark className="size-8" />
        <h1 className="text-title font-semibold">{extensionSettingsTexts.title}</h1>
      </header>
      {connection === undefined && <Waiting text={popupTexts.loading} />}
      {ended !== null && (
        <p ref={focusIt} role="status" tabIndex={-1} className="outline-none">
          {ended}
        </p>
      )}
      {connection === null && (
        <ConnectForm
          onConnected={(made) => {
            setEnded(null);
            setConnection(made);
          }}
        />
      )}
      {connection && (
        <Connected
          connection={connection}
          onEnded={(text) => {
            setConnection(null);
            setEnded(text);
          }}
        />
      )}
      <Abilities />
    </main>
  );
}

interface ConnectedProps {
  connection: Connection;
  onEnded: (text: string) => void;
}

function Connected({ connection, onEnded }: ConnectedProps) {
  const { browser, asker, texts } = useTools();
  const { extensionSettingsTexts } = texts;
  const { origin } = connection;
  const [fault, setFault] = useState<string | null>(null);
  const { run, busy } = useRun(
    async () => {
      // A key that is revoked already, or that the server does not know, is no more to be told.
      const told = await createAliases(asker, connection)
        .signOut()
        .then(
          () => true,
          (error: unknown) => error instanceof ServerFailure && error.kind === 'revoked',
        );
      await dropConnection(browser);
      await dropPermission(browser, origin);
      onEnded(told ? extensionSettingsTexts.disconnected : extensionSettingsTexts.disconnectedHere);
    },
    () => setFault(texts.extensionFaults.notKept),
  );
  return (
    <section className="flex flex-col items-start gap-4">
      <div>
        <h2 ref={focusIt} tabIndex={-1} className="text-lead font-semibold wrap-anywhere outline-none">
          {extensionSettingsTexts.connected(new URL(origin).host)}
        </h2>
        <p className="mt-1 text-soft">{extensionSettingsTexts.connectedText}</p>
      </div>
      <p className="text-small text-soft">{extensionSettingsTexts.manage}</p>
      {fault !== null && (
        <p role="alert" className="text-small text-gone">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <a
          href={`${origin}/settings/api-keys`}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('plain', 'normal')}
        >
          {extensionSettingsTexts.openServer}
        </a>
        <Button look="removing" disabled={busy} onClick={() => run()}>
          {busy ? extensionSettingsTexts.disconnecting : extensionSettingsTexts.disconnect}
        </Button>
      </div>
    </section>
  );
}

/** What it can do, and what it cannot. */
function Abilities() {
  const { extensionSettingsTexts } = useTools().texts;
  return (
    <section className="border-t border-line pt-6 text-small text-soft">
      <h2 className="font-semibold text-ink">{extensionSettingsTexts.promise}</h2>
      <ul className="mt-2 list-disc pl-5">
        {extensionSettingsTexts.may.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="mt-2">{extensionSettingsTexts.mayNot}</p>
    </section>
  );
}
