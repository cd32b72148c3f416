import { Copy } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { offlineMessages as texts } from '#messages/pages/account/offline.ts';
import { aliasMessages } from '#messages/pages/aliases.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { copyText } from '#web/lib/copy-text.ts';
import { readList, type OfflineList } from '#web/lib/offline/offline-store.ts';
import { showUnlessReached } from '#web/lib/offline/show-unless-reached.ts';
import { request } from '#web/lib/request.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { formatTime } from '#web/lib/format-time.ts';

/** A phone draws so many at once; the others are found by the search. */
const shownMax = 200;

const states: Readonly<Record<string, string>> = aliasMessages.states;

/** A browser that is online hears nothing of a server that comes back. */
const againMs = 10_000;
/** A network may take what is sent and never answer. */
const patienceMs = 8_000;

/** A whole navigation: the server may have a new release. */
async function leaveOnceReached(): Promise<boolean> {
  try {
    await request('GET /api/auth/session', { signal: AbortSignal.timeout(patienceMs) });
    window.location.replace('/dashboard');
    return true;
  } catch {
    return false;
  }
}

/** `/offline`: what a browser keeps, where the server cannot be asked. It leads on as soon as it can. */
export function OfflinePage() {
  const [list, setList] = useState<OfflineList | null>();
  const look = useSingleRun(async () => {
    await showUnlessReached(leaveOnceReached(), async () => {
      const kept = await readList(new Date().getTime()).catch(() => null);
      setList((shown) => (shown && kept?.savedAt === shown.savedAt ? shown : kept));
    });
  });
  const lookAgain = useRef(look);
  useEffect(() => {
    const lookNow = (): void => void lookAgain.current();
    const timer = setInterval(() => document.hidden || lookNow(), againMs);
    lookNow();
    window.addEventListener('online', lookNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', lookNow);
    };
  }, []);
  if (list === undefined) return <FullScreenWaiting />;
  const retry = (
    <Button look="plain" size="small" onClick={() => void look()}>
      {texts.again}
    </Button>
  );
  return list === null ? (
    <MessageCard title={texts.nothing}>
      <p>{texts.nothingText(limits.offlineDays)}</p>
      {retry}
    </MessageCard>
  ) : (
    <Offline list={list}>{retry}</Offline>
  );
}

function Offline({ list: { savedAt, aliases }, children }: { list: OfflineList; children: ReactNode }) {
  const [wanted, setWanted] = useState('');
  const words = wanted.trim().toLowerCase();
  const found = aliases.filter(({ address }) => address.includes(words));
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageTitle text={texts.title} />
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-title font-semibold">{texts.title}</h1>
          <p className="mt-1 text-small text-soft">{texts.savedAt(formatTime(savedAt))}</p>
        </div>
        {children}
      </div>
      <Field label={texts.search}>
        {(control) => (
          <Input
            {...control}
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
        )}
      </Field>
      <p role="status" className="text-note text-soft tabular-nums">
        {found.length === 0 ? texts.none : texts.found(found.length, aliases.length)}
      </p>
      {found.length > 0 && (
        <Card>
          <ul aria-label={texts.list} className="divide-y divide-line">
            {found.slice(0, shownMax).map((alias) => (
              <Row key={alias.address} {...alias} />
            ))}
          </ul>
        </Card>
      )}
      {found.length > shownMax && <p className="text-note text-soft">{texts.more(found.length - shownMax)}</p>}
    </div>
  );
}

function Row({ address, state }: OfflineList['aliases'][number]) {
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-1">
      <button
        type="button"
        aria-label={texts.copy(address)}
        onClick={() => void copyText(address)}
        className="flex min-h-10 min-w-0 items-center gap-2 rounded-mark text-left font-medium hover:underline"
      >
        <bdi className="wrap-anywhere">{address}</bdi>
        <Copy aria-hidden="true" className="size-4 shrink-0 text-soft" />
      </button>
      <span className="shrink-0 text-note text-soft">{states[state]}</span>
    </li>
  );
}
