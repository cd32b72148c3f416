import { Settings } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { SiteAliases } from '#contract/extension/sites.ts';
import { explain, useTools, type Tools } from '#extension/components/tools.tsx';
import { createAliases, type Aliases } from '#extension/lib/aliases.ts';
import { readConnection, type Connection } from '#extension/lib/connection.ts';
import { ServerFailure } from '#extension/lib/server.ts';
import { seeTab, type SeenTab } from '#extension/lib/site.ts';
import { SiteView } from '#extension/popup/site-view.tsx';
import { Mark } from '#web/components/mark.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';

/** What the popup knows. */
type State =
  | { readonly name: 'loading' | 'notPaired' }
  | { readonly name: 'failed'; readonly error: unknown }
  | {
      readonly name: 'ready';
      readonly connection: Connection;
      readonly aliases: Aliases;
      readonly tab: SeenTab | null;
      /** Null: the tab is no website. */
      readonly site: SiteAliases | null;
    };

async function findState({ browser, asker }: Tools): Promise<State> {
  try {
    const [connection, tab] = await Promise.all([readConnection(browser), seeTab(browser)]);
    if (connection === null) return { name: 'notPaired' };
    const aliases = createAliases(asker, connection);
    const site = tab === null || tab.host === null ? null : await aliases.onSite(tab.host);
    return { name: 'ready', connection, aliases, tab, site };
  } catch (error) {
    return { name: 'failed', error };
  }
}

/** What opens over a site by a click: its aliases, and a new one. */
export function PopupPage() {
  const tools = useTools();
  const { popupTexts } = tools.texts;
  const [state, setState] = useState<State>({ name: 'loading' });
  useEffect(() => void findState(tools).then(setState), [tools]);
  const retry = (): void => {
    setState({ name: 'loading' });
    void findState(tools).then(setState);
  };
  return (
    <div className="flex flex-col">
      <header className="flex items-center gap-3 border-b border-line px-4 py-2">
        <Mark className="size-6" />
        <h1 className="flex-1 font-semibold">{popupTexts.title}</h1>
        <OpenSettings />
      </header>
      <main className="p-4">
        {state.name === 'loading' && <Waiting text={popupTexts.loading} />}
        {state.name === 'notPaired' && (
          <ConnectNote title={popupTexts.notPaired} text={popupTexts.notPairedText} action={popupTexts.connect} />
        )}
        {state.name === 'failed' && <Failed error={state.error} retry={retry} />}
        {state.name === 'ready' && <SiteView {...state} onRevoked={(error) => setState({ name: 'failed', error })} />}
      </main>
    </div>
  );
}

/** The page on which a server is connected; the popup gives way to it. */
function useOpenSettings(): () => void {
  const { browser } = useTools();
  return () => void browser.runtime.openOptionsPage().then(() => window.close());
}

function OpenSettings() {
  const { texts } = useTools();
  return (
    <IconButton label={texts.popupTexts.settings} onClick={useOpenSettings()}>
      <Settings aria-hidden="true" />
    </IconButton>
  );
}

function Note({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <div>
        <h2 className="text-lead font-semibold">{title}</h2>
        <p role="alert" className="mt-1 text-small text-soft">
          {text}
        </p>
      </div>
      {children}
    </div>
  );
}

function ConnectNote({ title, text, action }: { title: string; text: string; action: string }) {
  return (
    <Note title={title} text={text}>
      <Button onClick={useOpenSettings()}>{action}</Button>
    </Note>
  );
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { texts } = useTools();
  const { popupTexts } = texts;
  if (error instanceof ServerFailure && error.kind === 'revoked') {
    return <ConnectNote title={popupTexts.revoked} text={popupTexts.revokedText} action={popupTexts.connectAgain} />;
  }
  return (
    <Note title={popupTexts.failed} text={explain(texts, error)}>
      <Button look="plain" onClick={retry}>
        {popupTexts.tryAgain}
      </Button>
    </Note>
  );
}
