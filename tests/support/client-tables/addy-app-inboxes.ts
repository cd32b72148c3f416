import { callsOf, type ClientCall } from '#support/client-tables/client-call.ts';
import * as reads from '#support/foreign-clients/answers.ts';

const publicKey = '{publicKey}';

/** What both apps of addy.io do with inboxes and with senders. */
export function addyAppInboxes(headers: Readonly<Record<string, string>>): ClientCall[] {
  const { call, refused } = callsOf('/api/v1', headers, reads.refusal);
  const one = (does: string, method: string, path: string, body?: unknown): ClientCall =>
    call(does, [method, path, body], { status: 200, reads: reads.recipientAnswer });
  const on = (name: string, field: string): ClientCall =>
    call(`switches on ${name}`, ['POST', `/${name}-recipients`, { id: '{second}' }], {
      status: 200,
      reads: reads.recipientAnswer,
      shows: { data: { [field]: true } },
    });
  const off = (name: string, field: string): ClientCall =>
    call(`switches off ${name}`, ['DELETE', `/${name}-recipients/{second}`], {
      status: 204,
      reads: null,
      afterwards: { path: '/recipients/{second}', shows: { data: { [field]: false } } },
    });
  const notOn = (name: string, why: string): ClientCall =>
    refused(`switches on ${name}`, ['POST', `/${name}-recipients`, { id: '{second}' }], 422, why);
  const rule = {
    name: 'No rival',
    operator: 'AND',
    conditions: [{ type: 'sender', match: 'is exactly', values: ['rival@far.example'] }],
    actions: [{ type: 'block', value: true }],
    forwards: true,
    replies: false,
    sends: false,
  };
  const rules = { status: 200, reads: reads.ruleAnswer } as const;
  return [
    call('lists inboxes', ['GET', '/recipients'], { status: 200, reads: reads.recipientList }),
    call('adds an inbox', ['POST', '/recipients', { email: 'second-{email}' }], {
      status: 201,
      reads: reads.recipientAnswer,
      keep: { second: 'data.id' },
    }),
    call('asks it again', ['POST', '/recipients/email/resend', { recipient_id: '{second}' }], {
      status: 200,
      reads: reads.message,
    }),
    off('allowed', 'can_reply_send'),
    on('allowed', 'can_reply_send'),
    one('gives it a key', 'PATCH', '/recipient-keys/{second}', { key_data: publicKey }),
    on('encrypted', 'should_encrypt'),
    on('protected-headers', 'protected_headers'),
    off('protected-headers', 'protected_headers'),
    notOn('inline-encrypted', 'mail is encrypted as a whole (RFC 9580, PGP/MIME)'),
    off('inline-encrypted', 'inline_encryption'),
    call('takes the key away', ['DELETE', '/recipient-keys/{second}'], { status: 204, reads: null }),
    off('encrypted', 'should_encrypt'),
    on('remove-pgp-keys', 'remove_pgp_keys'),
    off('remove-pgp-keys', 'remove_pgp_keys'),
    on('remove-pgp-signatures', 'remove_pgp_signatures'),
    off('remove-pgp-signatures', 'remove_pgp_signatures'),
    call('removes an inbox', ['DELETE', '/recipients/{second}'], { status: 204, reads: null }),
    call('makes a rule', ['POST', '/rules', rule], { status: 201, reads: reads.ruleAnswer, keep: { rule: 'data.id' } }),
    call('lists rules', ['GET', '/rules'], { status: 200, reads: reads.rulePage, shows: { data: [{ id: '{rule}' }] } }),
    call('opens a rule', ['GET', '/rules/{rule}'], rules),
    call('changes a rule', ['PATCH', '/rules/{rule}', { ...rule, name: 'No rivals' }], rules),
    call('orders rules', ['POST', '/reorder-rules', { ids: ['{rule}'] }], { status: 200, reads: reads.ruleList }),
    call('switches a rule off', ['DELETE', '/active-rules/{rule}'], {
      status: 204,
      reads: null,
      afterwards: { path: '/rules/{rule}', shows: { data: { active: false } } },
    }),
    call('switches a rule on', ['POST', '/active-rules', { id: '{rule}' }], {
      ...rules,
      shows: { data: { active: true } },
    }),
    call('deletes a rule', ['DELETE', '/rules/{rule}'], { status: 204, reads: null }),
    call('blocks a sender', ['POST', '/blocklist', { type: 'domain', value: 'far.example' }], {
      status: 201,
      reads: reads.blocklistEntry,
      keep: { entry: 'data.id' },
    }),
    call(
      'lists blocked senders',
      ['GET', '/blocklist?page%5Bsize%5D=100&page%5Bnumber%5D=1&filter%5Btype%5D=domain&filter%5Bsearch%5D=far'],
      { status: 200, reads: reads.blocklistPage, shows: { data: [{ id: '{entry}', value: 'far.example' }] } },
    ),
    call('unblocks a sender', ['DELETE', '/blocklist/{entry}'], { status: 204, reads: null }),
  ];
}
