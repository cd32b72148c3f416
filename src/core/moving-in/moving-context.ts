import type { MoveService } from '#contract/moves/move-names.ts';
import type { Correspondents } from '#core/contacts/correspondents.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import type { ServiceFetch } from '#core/service-fetch.ts';

/** How other services are read. */
export interface OtherServices {
  readonly fetch: ServiceFetch;
  /** Where each answers, with the path of its API. */
  readonly urls: Readonly<Record<MoveService, string>>;
  /** At least so long between two calls. */
  readonly gapsMs: Readonly<Record<MoveService, number>>;
  /** One request of ours goes on reading for so long. */
  readonly stepMs: number;
  /** For one answer of theirs. */
  readonly timeoutMs: number;
}

/** What moves need beside the base. */
export interface MovingContext extends OwnDomainContext {
  readonly services: OtherServices;
  readonly correspondents: Correspondents;
}
