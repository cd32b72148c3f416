import type { MxHandler } from '#protocol/smtp-server/mx-handler.ts';
import type { SessionPolicy } from '#protocol/smtp-server/session-policy.ts';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';

/** Mail from the world (port 25): any sender, nobody signs in, TLS for those who want it (RFC 3207 §4). */
export function createMxPolicy<Recipient>({ recipient, message }: MxHandler<Recipient>): SessionPolicy<Recipient> {
  return {
    keywords: () => [],
    signIn: async () => sessionReplies.notOffered,
    sender: async () => sessionReplies.senderOk,
    recipient: (address, { client }, reversePath) => recipient(address, client, reversePath),
    message,
  };
}
