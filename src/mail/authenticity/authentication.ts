import type { ArcVerdict } from '#mail/authenticity/arc-verdict.ts';
import type { DkimVerdict } from '#mail/authenticity/dkim-verdict.ts';
import type { DmarcVerdict } from '#mail/authenticity/dmarc-verdict.ts';
import type { SpfVerdict } from '#mail/authenticity/spf-verdict.ts';

/** Everything that was found out about who sent a message. */
export interface Authentication {
  readonly spf: SpfVerdict;
  readonly dkim: readonly DkimVerdict[];
  readonly dmarc: DmarcVerdict;
  readonly arc: ArcVerdict;
}
