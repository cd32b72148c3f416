import { useSyncExternalStore } from 'react';
import { reportFailure } from '#web/lib/toast.ts';
import { request, RequestError, type AnswerOf, type CallKey, type RequestArgs } from '#web/lib/request.ts';

/** Re-authentication that failed: the person would not or could not prove who they are, and knows it. */
class IdentityNotConfirmed extends Error {
  override readonly name = 'IdentityNotConfirmed';
}

/** Ends the question. */
export type IdentityAnswer = (confirmed: boolean) => void;

let asking: IdentityAnswer | null = null;
const listeners = new Set<() => void>();

function hold(next: IdentityAnswer | null): void {
  asking = next;
  for (const listener of listeners) listener();
}

/** Re-authentication: asks once more who is there. @throws IdentityNotConfirmed */
export function confirmIdentity(): Promise<void> {
  return new Promise((resolve, reject) => {
    asking?.(false);
    const answer: IdentityAnswer = (confirmed) => {
      // A proof that was under way when its question was closed answers no other one.
      if (asking !== answer) return;
      hold(null);
      if (confirmed) resolve();
      else reject(new IdentityNotConfirmed());
    };
    hold(answer);
  });
}

/** Ends a re-authentication that nobody is left to answer. */
export function dropIdentityQuestion(): void {
  asking?.(false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How to end the question that is being asked; null while none is. */
export function useIdentityQuestion(): IdentityAnswer | null {
  const read = (): typeof asking => asking;
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * Step-up authentication: where the server wants to know once more who is there, it asks and repeats the call.
 * @throws RequestError, IdentityNotConfirmed
 */
export async function confirmed<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof RequestError) || error.body.code !== 'confirm_identity') throw error;
  }
  await confirmIdentity();
  return call();
}

/** `request` with that. @throws RequestError, IdentityNotConfirmed */
export function requestConfirmed<Key extends CallKey>(key: Key, ...args: RequestArgs<Key>): Promise<AnswerOf<Key>> {
  return confirmed(() => request(key, ...args));
}

/** Tells why something failed, unless its owner knows: they left the question unanswered. */
export function reportUnconfirmed(error: unknown, title: string, fallback: string): void {
  if (!(error instanceof IdentityNotConfirmed)) reportFailure(error, title, fallback);
}
