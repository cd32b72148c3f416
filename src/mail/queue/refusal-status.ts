import type { RefusedOutcome } from '#protocol/smtp-client/transport.ts';

/** What a refusal says (RFC 3463), and whether it was about the recipient: the server's word, or that there is none. */
export function refusalStatus({ code, enhanced, stage }: RefusedOutcome): {
  readonly status: string;
  readonly refusedRecipient: boolean;
} {
  return {
    status: enhanced?.startsWith('5.') ? enhanced : code === 550 && stage === 'rcpt' ? '5.1.1' : '5.0.0',
    refusedRecipient: stage === 'rcpt' || stage === 'dns',
  };
}
