import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import { createLocalTransport } from '#mail/local-transport.ts';
import type { MailEngine } from '#main/create-mail-engine.ts';
import type { Log } from '#platform/log.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';

interface Located {
  readonly domains: DomainDirectory;
  readonly log: Log;
}

/** Recipients on our own domains are received by the engine itself. */
export function withLocalRecipients(outside: Transport, { domains, log }: Located, mail: () => MailEngine): Transport {
  const local = createLocalTransport(log, mail);
  const choose = (rcptTo: string): Transport =>
    domains.find(rcptTo.slice(rcptTo.lastIndexOf('@') + 1)) === null ? outside : local;
  return {
    destinationOf: (rcptTo) => choose(rcptTo).destinationOf(rcptTo),
    attempt: (message) => choose(message.rcptTo).attempt(message),
    close: () => outside.close(),
  };
}
