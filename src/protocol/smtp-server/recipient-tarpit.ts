import type { Clock } from '#platform/clock.ts';
import { createClientWindows } from '#protocol/smtp-server/client-windows.ts';
import type { ClientKey } from '#platform/ip-address.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** Slows down those who try addresses until one exists. */
export interface RecipientTarpit {
  /** Counts a refused recipient; milliseconds to wait before answering it. */
  delayAfterRefusal(client: ClientKey): number;
}

const windowMs = 10 * 60_000;
const maxRememberedNetworks = 10_000;
const firstDelayMs = 250;

/** After `promptRefusals` in ten minutes each refusal takes twice as long as the one before, up to `maxTarpitMs`. */
export function createRecipientTarpit(
  limits: Pick<SmtpLimits, 'promptRefusals' | 'maxTarpitMs'>,
  clock: Clock,
): RecipientTarpit {
  const refusals = createClientWindows(windowMs, maxRememberedNetworks, clock);
  return {
    delayAfterRefusal: (client) => {
      const late = refusals.count(client ?? 'this machine') - limits.promptRefusals;
      return late <= 0 ? 0 : Math.min(firstDelayMs * 2 ** (late - 1), limits.maxTarpitMs);
    },
  };
}
