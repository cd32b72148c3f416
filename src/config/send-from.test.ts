import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load-config.ts';
import { mxOperator } from '#support/mx-operator.ts';
import { configFaults } from '#support/config-faults.ts';

const others = { ...mxOperator, MAIL_DOMAINS: 'kauke.example' };

function load(sendFrom: string, environment: Record<string, string> = {}) {
  const all = { ...others, ...environment, SEND_FROM: sendFrom };
  return loadConfig(all, { isRoot: false, processors: 2, workingDirectory: '/srv/kauke' }).sendFrom;
}

function faultsOf(sendFrom: string, environment: Record<string, string> = {}): readonly string[] {
  return configFaults(() => load(sendFrom, environment));
}

describe('SEND_FROM', () => {
  it('names addresses with their host names, and what they are for', () => {
    const text =
      '192.0.2.1 MX1.example.net, 2001:DB8:0::1 mx1.example.net,192.0.2.2   müller.example for=sending+new-accounts since=2026-11-01,' +
      '192.0.2.3 mx3.example.net drain';
    const plain = { purposes: [], since: null, drain: false };
    expect(load(text)).toEqual([
      { ...plain, address: '192.0.2.1', hostname: 'mx1.example.net' },
      { ...plain, address: '2001:db8::1', hostname: 'mx1.example.net' },
      {
        address: '192.0.2.2',
        hostname: 'xn--mller-kva.example',
        purposes: ['sending', 'new-accounts'],
        since: new Date('2026-11-01T00:00:00Z'),
        drain: false,
      },
      { ...plain, address: '192.0.2.3', hostname: 'mx3.example.net', drain: true },
    ]);
  });

  it.each([
    ['mx1.example.net', 'an IP address first'],
    ['fe80::1%eth0 mx1.example.net', 'an IP address first'],
    ['0.0.0.0 mx1.example.net', 'one address of this machine first'],
    ['::ffff:192.0.2.1 mx1.example.net', 'one address of this machine first'],
    ['192.0.2.1', 'the full host name for EHLO behind the address'],
    ['192.0.2.1 mx1', 'the full host name for EHLO behind the address'],
    ['192.0.2.1 for=sending', 'the full host name for EHLO behind the address'],
    ['192.0.2.1 mx1.example.net draining', 'for=, since= or drain behind the host name'],
    [
      '192.0.2.1 mx1.example.net for=replies',
      'forwarding, sending, new-accounts, own-mail behind for=, with + between them',
    ],
    ['192.0.2.1 mx1.example.net since=2026-02-30', 'a day such as 2026-11-01 behind since='],
    ['192.0.2.1 mx1.example.net since=yesterday', 'a day such as 2026-11-01 behind since='],
  ])('has one line for %s', (entry, takes) => {
    expect(faultsOf(`198.51.100.1 ok.example.net,${entry}`)).toEqual([`SEND_FROM: got "${entry}"; takes ${takes}`]);
  });

  it('tells all that is wrong at once, and an address that stands there twice', () => {
    expect(faultsOf('192.0.2.1 mx1.example.net,x y.example, 2001:db8::1 m.example,2001:db8:0:0::1 n.example')).toEqual([
      'SEND_FROM: got "x y.example"; takes an IP address first',
      'SEND_FROM: got "2001:db8:0:0::1 n.example"; takes each address once',
    ]);
  });

  it('leaves no mail without an address', () => {
    const [line] = faultsOf('192.0.2.1 mx1.example.net for=sending');
    expect(line).toMatch(/; takes one address without for=, or one each for forwarding, sending and own-mail$/);
    expect(faultsOf('192.0.2.1 a.example for=forwarding+own-mail, 192.0.2.2 b.example for=sending')).toEqual([]);
  });

  it('is refused where another server sends', () => {
    const text = '192.0.2.1 mx1.example.net';
    expect(faultsOf(text, { SMARTHOST_URL: 'smtp://relay.example' })).toEqual([
      `SEND_FROM: got "${text}", but DELIVERY is smarthost; takes nothing unless it is mx`,
    ]);
    expect(faultsOf(text, { DELIVERY: 'preview' })).toHaveLength(1);
  });
});
