import { useSyncExternalStore } from 'react';
import { request, RequestError, type AnswerOf, type CallKey, type RequestArgs } from '#web/lib/request.ts';

/** Re-authentication that failed: the person would not or could not prove who they are, and knows it. */
export class IdentityNotConfirmed extends Error {
  override readonly name = 'IdentityNotConfirmed';
}

/** Ends the question. */
type Answer = (confirmed: boolean) => void;

let asking: Answer | null = null;
const listeners = new Set<() => void>();

function hold(next: Answer | null): void {
  asking = next;
  for (const listener of listeners) listener();
}

/** Re-authentication: asks once more who is there. @throws IdentityNotConfirmed */
export function confirmIdentity(): Promise<void> {
  return new Promise((resolve, reject) => {
    asking?.(false);
    hold((confirmed) => {
      hold(null);
      if (confirmed) resolve();
      else reject(new IdentityNotConfirmed());
    });
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
export function useIdentityQuestion(): Answer | null {
  return useSyncExternalStore(subscribe, () => asking);
}

/**
 * Like `request`, for what changes how one gets in: where the server wants to know once more who is there, it asks
 * and repeats the call. @throws RequestError, IdentityNotConfirmed
 */
export async function requestConfirmed<Key extends CallKey>(
  key: Key,
  ...args: RequestArgs<Key>
): Promise<AnswerOf<Key>> {
  try {
    return await request(key, ...args);
  } catch (error) {
    if (!(error instanceof RequestError) || error.body.code !== 'confirm_identity') throw error;
  }
  await confirmIdentity();
  return request(key, ...args);
}
