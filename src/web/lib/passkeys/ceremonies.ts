import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { Attestation, PasskeyCreationOptions, PasskeyProof } from '#contract/account/passkeys.ts';
import { request } from '#web/lib/request.ts';

/** The server forgets what it asked after five minutes. */
const freshMs = 4 * 60_000;

async function sign(purpose: 'sign-in' | 'confirm', useBrowserAutofill: boolean): Promise<PasskeyProof> {
  const answer = await request('POST /api/auth/passkey/options', { payload: { purpose } });
  if (!('request' in answer)) throw new Error('The server asked for a new passkey.');
  const signed = await startAuthentication({ optionsJSON: answer.request, useBrowserAutofill });
  const { id, rawId, response } = signed;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    credential: {
      id,
      rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
    },
  };
}

/** Has a passkey sign what the server asks. @throws when its holder refuses */
export function askForPasskey(purpose: 'sign-in' | 'confirm'): Promise<PasskeyProof> {
  return sign(purpose, false);
}

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** Has a passkey made. @throws when its holder refuses */
export async function makePasskey(creation: PasskeyCreationOptions): Promise<Attestation> {
  const { id, rawId, response } = await startRegistration({ optionsJSON: creation });
  const reached: readonly string[] = response.transports ?? [];
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: response.clientDataJSON,
      attestationObject: response.attestationObject,
      transports: transports.filter((transport) => reached.includes(transport)),
    },
  };
}

function whenVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}

/**
 * Conditional mediation: the browser offers passkeys where it offers to fill in an email, until `signal` ends it. Gives the proof of
 * the one that was chosen; null where the browser cannot do that, or when it was ended.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<PasskeyProof | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  const cancel = (): void => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', cancel);
  for (;;) {
    await whenVisible(signal);
    if (signal.aborted) return null;
    let isStale = false;
    const timer = setTimeout(() => {
      isStale = true;
      cancel();
    }, freshMs);
    const proof = await sign('sign-in', true).catch(() => null);
    clearTimeout(timer);
    if (proof !== null || !isStale) return proof;
  }
}
