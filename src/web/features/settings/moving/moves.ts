import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Move, MovesResponse, StartMoveInput } from '#contract/moves/moves.ts';
import { moveMessages as texts } from '#messages/pages/account/moves.ts';
import { reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { request, RequestError } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const movesKey = [ownKey, 'moves'];

export function useMoves() {
  return useQuery({
    queryKey: movesKey,
    queryFn: ({ signal }) => request('GET /api/moves', { signal }),
    // Another tab may go on with one.
    staleTime: 0,
  });
}

export function keepMove(client: QueryClient, move: Move): void {
  client.setQueryData<MovesResponse>(movesKey, (known) => {
    const moves = known?.moves ?? [];
    const isKnown = moves.some(({ id }) => id === move.id);
    return { moves: isKnown ? moves.map((one) => (one.id === move.id ? move : one)) : [move, ...moves] };
  });
}

export async function beginMove(input: StartMoveInput): Promise<Move> {
  return (await request('POST /api/moves', { payload: input })).move;
}

export async function forgetMove(client: QueryClient, id: string): Promise<void> {
  await request('DELETE /api/moves/{id}', { params: { id } });
  client.setQueryData<MovesResponse>(movesKey, (known) => ({
    moves: (known?.moves ?? []).filter((move) => move.id !== id),
  }));
}

/** Settles after so long, or at once when `signal` ends it. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || ms <= 0) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export type Step = 'read' | 'run' | 'undo';

/** One call of a step. */
async function call(step: Step, id: string, apiKey: string): Promise<Move> {
  const params = { id };
  switch (step) {
    case 'read':
      return (await request('POST /api/moves/{id}/read', { params, payload: { apiKey } })).move;
    case 'run':
      return (await request('POST /api/moves/{id}/run', { params })).move;
    case 'undo':
      return (await requestConfirmed('POST /api/moves/{id}/undo', { params })).move;
  }
}

/** Whether the step is to be called again. What a service does not answer to is for its owner to judge. */
function goesOn(step: Step, { stage, trouble }: Move): boolean {
  if (step === 'read') return stage === 'reading' && (trouble === null || trouble === 'busy');
  return stage === (step === 'run' ? 'running' : 'undoing');
}

/** A step that is under way, call by call, for as long as what shows it is there. */
export interface MoveSteps {
  readonly busy: Step | null;
  /** The service does not take the key. */
  readonly keyFault: string | undefined;
  go(step: Step, apiKey?: string): Promise<void>;
  stop(): void;
}

export function useMoveSteps({ id, waitSeconds }: Move): MoveSteps {
  const client = useQueryClient();
  const [busy, setBusy] = useState<Step | null>(null);
  const [keyFault, setKeyFault] = useState<string>();
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);

  const goOn = async (step: Step, apiKey: string, signal: AbortSignal): Promise<void> => {
    // What the service asked for before holds now, too.
    if (step === 'read') await wait(waitSeconds * 1000, signal);
    while (!signal.aborted) {
      const move = await call(step, id, apiKey);
      keepMove(client, move);
      if (!goesOn(step, move)) return;
      await wait(move.waitSeconds * 1000, signal);
    }
  };

  return {
    busy,
    keyFault,
    go: async (step, apiKey = '') => {
      if (control.current !== null) return;
      const mine = new AbortController();
      control.current = mine;
      setBusy(step);
      setKeyFault(undefined);
      try {
        await goOn(step, apiKey, mine.signal);
      } catch (error) {
        if (error instanceof RequestError && error.body.code === 'service_key_refused') setKeyFault(error.message);
        else reportUnconfirmed(error, texts.failed, texts.failure);
      } finally {
        control.current = null;
        setBusy(null);
        if (step !== 'read') {
          tellOtherTabs('aliases');
          void client.invalidateQueries({ queryKey: [ownKey] });
        }
      }
    },
    stop: () => control.current?.abort(),
  };
}
