import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { ContactStore } from '#mail/recipient/store-contacts.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';

/** What it takes to write a received message anew for the targets of an alias. */
export interface ForwardContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: KeyRing;
  /** Whose keys sign. */
  readonly domains: DomainDirectory;
  readonly contacts: ContactStore;
  readonly settings: ForwardSettings;
}

export interface ForwardSettings {
  /** The name we give in Received. */
  readonly hostname: string;
  /** Where mail to postmaster@ and the like goes. Null (preview only): it stays addressed as it is. */
  readonly operatorEmail: string | null;
  /** Whether forwarded mail is sealed; `auto`: in transparent mode and where a chain arrived. */
  readonly arc: 'auto' | 'on' | 'off';
}
