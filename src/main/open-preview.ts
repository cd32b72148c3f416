import { mountInbox } from '#api/routes/site/inbox.ts';
import { limits } from '#contract/limits.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import { frameHtml, framePolicy } from '#mail/preview/frame-html.ts';
import { testSender } from '#mail/hand-in/test-message.ts';
import { createPreviewInbox } from '#mail/preview/preview-inbox.ts';
import { createPreviewPost } from '#mail/preview/preview-post.ts';
import { createPreviewProvider } from '#mail/preview/preview-provider.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';

const capacity = { capacity: limits.previewMessages, maxBytes: 64 * 1024 * 1024 };

interface PreviewParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly resolver: Resolver;
  readonly domains: DomainDirectory;
  /** Where our own listeners are. */
  readonly host: string;
}

/** All that only a preview has: the inbox where mail ends, who signs what is answered there, and their routes. */
export function openPreview({ clock, random, resolver, domains, host }: PreviewParts) {
  const inbox = createPreviewInbox({ clock, random, ...capacity });
  const provider = createPreviewProvider({ clock, random });
  const isOurs = async (domain: string): Promise<boolean> =>
    domains.find(domain) !== null || (await domains.findProven(domain)) !== null;
  const createPost = (port: number) =>
    createPreviewPost({ inbox, provider, server: { host, port }, isOurs, clock, random });
  const frame = { html: frameHtml, policy: framePolicy };
  return {
    outside: inbox,
    resolver: provider.publishIn(resolver),
    // A stranger, so that whoever gets it can answer.
    testWriter: () => ({ address: testSender, sign: (content: Buffer) => provider.sign(testSender, content) }),
    extensions: (mxPort: number | null) => [
      mountInbox({ inbox, post: mxPort === null ? null : createPost(mxPort), frame }),
    ],
  };
}
