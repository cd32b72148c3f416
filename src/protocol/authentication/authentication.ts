import type { ArcVerdict } from '#protocol/arc/arc-verdict.ts';
import type { DkimVerdict } from '#protocol/dkim/dkim-verdict.ts';
import type { DmarcVerdict } from '#protocol/dmarc/dmarc-verdict.ts';
import type { SpfVerdict } from '#protocol/spf/spf-verdict.ts';

/** Everything that was found out about who sent a message. */
export interface Authentication {
  readonly spf: SpfVerdict;
  readonly dkim: readonly DkimVerdict[];
  readonly dmarc: DmarcVerdict;
  readonly arc: ArcVerdict;
}
