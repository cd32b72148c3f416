import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';
import { deviceWords } from '#messages/server/answers.ts';

/** What a session's sealed device is bound to (`sessions.device_sealed`). */
function deviceContext(sessionId: string): SealContext {
  return { field: 'sessions.device', rowId: sessionId };
}

/** The columns of a session that tell what it runs on. */
export function sealDevice(keys: KeyRing, sessionId: string, device: string) {
  return { deviceSealed: keys.seal(deviceContext(sessionId), device) };
}

/** What a session runs on, in words for its owner. */
export function openDevice(keys: KeyRing, { id, deviceSealed }: { id: string; deviceSealed: Buffer | null }): string {
  return deviceSealed === null ? deviceWords(null, null) : keys.open(deviceContext(id), deviceSealed).toString();
}
