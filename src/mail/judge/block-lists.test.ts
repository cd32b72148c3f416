import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { createBlockLists, type BlockLists, refuseBlockListed } from '#mail/judge/block-lists.ts';
import type { Recipient } from '#mail/recipient/resolve-recipient.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';

let dns: DnsServer;
let lists: BlockLists;
let now = 0;
const clock = { now: () => now };

beforeEach(async () => {
  now = 0;
  dns = await startDnsServer({
    '7.2.0.192.one.example': { A: ['127.0.0.4'] },
    '8.2.0.192.two.example': { A: ['127.0.0.2'] },
    '9.2.0.192.two.example': { A: ['127.255.255.254'] },
    '10.2.0.192.two.example': { A: ['192.0.2.1'] },
    '11.2.0.192.two.example': 'silence',
    '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.one.example': { A: ['127.0.0.2'] },
  });
  const resolver = resolverOf(dns, { clock });
  lists = createBlockLists({ resolver, zones: ['one.example', 'two.example'], clock });
});
afterEach(() => dns.close());

function client(remoteAddress: string | null) {
  return { remoteAddress, helo: 'x', protocol: 'ESMTP' };
}
const domain = { id: '1', name: 'kauke.example' };
const operator: Recipient = { kind: 'operator', address: 'postmaster@kauke.example', domain };
const reverse: Recipient = { kind: 'reverse', token: 'x', address: 'reply=x@kauke.example', domain };

describe('createBlockLists', () => {
  it('knows whom a list names, by IPv4 and by IPv6', async () => {
    expect(await lists.lists('192.0.2.7')).toBe(true);
    expect(await lists.lists('192.0.2.8')).toBe(true);
    expect(await lists.lists('2001:db8::1')).toBe(true);
    expect(await lists.lists('192.0.2.1')).toBe(false);
  });

  it('takes a refusal to answer and addresses of other networks for no listing', async () => {
    expect(await lists.lists('192.0.2.9')).toBe(false);
    expect(await lists.lists('192.0.2.10')).toBe(false);
  });

  it('lets a client through while a list is silent, and then leaves that list alone for a minute', async () => {
    expect(await lists.lists('192.0.2.11')).toBe(false);
    expect(await lists.lists('192.0.2.8')).toBe(false);
    expect(await lists.lists('192.0.2.7')).toBe(true);
    now = 60_000;
    expect(await lists.lists('192.0.2.8')).toBe(true);
  });
});

describe('refuseBlockListed', () => {
  it('turns a recipient down for a listed client, but never the operator, and nothing else', async () => {
    const context = { blockLists: lists, tracer: { note: () => {} } };
    const decision = { accepted: true, recipient: reverse } as const;
    const refused = { accepted: false, reply: smtpReplies.blockListed } as const;
    expect(await refuseBlockListed(context, client('192.0.2.7'), decision)).toEqual(refused);
    expect(await refuseBlockListed(context, client('192.0.2.1'), decision)).toBe(decision);
    expect(await refuseBlockListed(context, client(null), decision)).toBe(decision);
    const toOperator = { accepted: true, recipient: operator } as const;
    expect(await refuseBlockListed(context, client('192.0.2.7'), toOperator)).toBe(toOperator);
    const unknown = { accepted: false, reply: smtpReplies.unknownRecipient } as const;
    expect(await refuseBlockListed(context, client('192.0.2.7'), unknown)).toBe(unknown);
  });
});
