import { queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useId } from 'react';
import { heldLimits } from '#contract/held/held-limits.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { traceMessages as texts } from '#messages/pages/held.ts';
import { TraceLines } from '#web/components/trace-lines.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { copyText } from '#web/lib/copy-text.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { formatTime } from '#web/lib/format-time.ts';

function traceQuery(aliasId: string) {
  return queryOptions({
    queryKey: [ownKey, 'alias-trace', aliasId],
    queryFn: ({ signal }) => request('GET /api/aliases/{id}/trace', { params: { id: aliasId }, signal }),
    staleTime: 0,
  });
}

/** Of the watch that ends then; never asked for, as the server does not know it any more. */
function codeQuery(aliasId: string, endsAt: string | undefined) {
  return queryOptions<string>({ queryKey: [ownKey, 'alias-trace-code', aliasId, endsAt], queryFn: skipToken });
}

/**
 * Begins and ends the watch; the code is known only where it was begun. It outlives this part, which is drawn anew where a
 * narrow window shows cards in the place of a table.
 */
function useTrace(aliasId: string) {
  const options = traceQuery(aliasId);
  const start = useMutation({
    mutationFn: () => request('POST /api/aliases/{id}/trace', { params: { id: aliasId } }),
    onSuccess: ({ trace, code }, _input, _result, { client }) => {
      client.setQueryData(codeQuery(aliasId, trace.endsAt).queryKey, code);
      client.setQueryData(options.queryKey, { trace });
    },
  });
  const end = useMutation({
    mutationFn: () => request('DELETE /api/aliases/{id}/trace', { params: { id: aliasId } }),
    onSuccess: (_answer, _input, _result, { client }) => client.setQueryData(options.queryKey, { trace: null }),
  });
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      reportFailure(error, texts.failed, texts.failure);
    }
  };
  const begin = useSingleRun(() => attempt(async () => void (await start.mutateAsync())));
  const finish = useSingleRun(() => attempt(async () => showToast({ title: (await end.mutateAsync()).message })));
  return { begin, finish, starting: start.isPending, ending: end.isPending };
}

/** Watches what becomes of an alias's mail for a day. */
export function TracePart({ aliasId }: { aliasId: string }) {
  const id = useId();
  const { data, isError, isFetching, refetch } = useQuery(traceQuery(aliasId));
  const { begin, finish, starting, ending } = useTrace(aliasId);
  const trace = data?.trace;
  const { data: code } = useQuery(codeQuery(aliasId, trace?.endsAt));
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <div>
        <h3 id={id} className="text-body font-semibold">
          {texts.title}
        </h3>
        <p className="mt-1 text-soft">{texts.description(heldLimits.traceHours)}</p>
      </div>
      {!data && !isError && <Waiting text={texts.loading} />}
      {!data && isError && (
        <div role="alert" className="flex flex-wrap items-center gap-4 text-soft">
          {texts.notLoaded}
          <Button look="plain" onClick={() => void refetch()}>
            {controlMessages.tryAgain}
          </Button>
        </div>
      )}
      {trace === null && (
        <Button look="plain" disabled={starting} className="self-start" onClick={() => void begin()}>
          {starting ? texts.starting : texts.start(heldLimits.traceHours)}
        </Button>
      )}
      {trace && (
        <>
          <p>{texts.until(formatTime(trace.endsAt))}</p>
          {code !== undefined && <CodeBox code={code} />}
          <TraceLines lines={trace.lines} />
          <div className="flex flex-wrap gap-3">
            <Button look="plain" size="small" disabled={isFetching} onClick={() => void refetch()}>
              {texts.refresh}
            </Button>
            <Button look="removing" size="small" disabled={ending} onClick={() => void finish()}>
              {ending ? texts.ending : texts.end}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function CodeBox({ code }: { code: string }) {
  return (
    <div>
      <p className="font-semibold">{texts.code}</p>
      <div className="mt-2 flex items-center gap-2 rounded-box border border-line bg-well py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono wrap-anywhere">{code}</code>
        <IconButton label={texts.copyCode} onClick={() => void copyText(code)}>
          <Copy aria-hidden="true" />
        </IconButton>
      </div>
      <p className="mt-2 text-soft">{texts.codeText}</p>
    </div>
  );
}
