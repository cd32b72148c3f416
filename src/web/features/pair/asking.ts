import { useEffect, useState } from 'react';
import { pairingFragment as names } from '#contract/extension/hand-over.ts';
import { navigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/place.ts';

/** The extension that asks to be let in. */
export interface Asking {
  /** SHA-256 of what only it knows (RFC 7636 §4.2). */
  readonly challenge: string;
  /** A word of its own, by which it knows the answer. */
  readonly state: string;
}

const place = 'pairing';
const challengeForm = /^[\w-]{43}$/;
const stateForm = /^[\w-]{16,128}$/;

function read(text: string): Asking | null {
  const said = new URLSearchParams(text);
  const [challenge, state] = [said.get(names.challenge) ?? '', said.get(names.state) ?? ''];
  return challengeForm.test(challenge) && stateForm.test(state) ? { challenge, state } : null;
}

/** In this tab alone: whoever proves by Google who they are leaves the page and comes back. */
function recallAsking(): Asking | null {
  try {
    return read(sessionStorage.getItem(place) ?? '');
  } catch {
    return null;
  }
}

function keep(text: string): void {
  try {
    sessionStorage.setItem(place, text);
  } catch {
    // Storage may be blocked; then it is lost on the way to Google, and whoever asked begins again.
  }
}

/** Who asks, by the fragment of the address; null for nobody. */
export function useAsking(): Asking | null {
  const { hash, pathname } = useLocation();
  const [asking, setAsking] = useState(recallAsking);
  const arrived = hash.slice(1);
  const next = read(arrived);
  if (next !== null && next.state !== asking?.state) setAsking(next);
  const isNew = next !== null;
  useEffect(() => {
    if (!isNew) return;
    keep(arrived);
    navigate(pathname, { replace: true });
  }, [arrived, isNew, pathname]);
  return asking;
}

/** Where the extension looks for the answer: in the address of this tab. The code alone opens nothing. */
export function answerAsking({ state }: Asking, code: string | null): void {
  keep('');
  const said = code === null ? { [names.refused]: '1' } : { [names.code]: code };
  navigate(`#${new URLSearchParams({ ...said, [names.state]: state }).toString()}`, { replace: true });
}
