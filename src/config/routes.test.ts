import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load-config.ts';
import { mxOperator } from '#support/mx-operator.ts';
import { configFaults } from '#support/config-faults.ts';

const others = { ...mxOperator, MAIL_DOMAINS: 'kauke.example' };
const machine = { isRoot: false, processors: 2, workingDirectory: '/srv/kauke' };

function load(routes: string, environment: Record<string, string> = others) {
  return loadConfig({ ...environment, ROUTES: routes }, machine).routes;
}

function faultsOf(routes: string, environment: Record<string, string> = others): readonly string[] {
  return configFaults(() => load(routes, environment));
}

describe('ROUTES', () => {
  it('names a server for each domain: by LMTP or SMTP, by name or address, with a port or the usual one', () => {
    const text =
      'Example.org=lmtp://127.0.0.1:24, müller.example = smtp://relay , b.example=smtp://[fd00::5]:2525,' +
      'c.example=lmtp://mail.internal/';
    expect(load(text)).toEqual([
      { domain: 'example.org', protocol: 'lmtp', host: '127.0.0.1', port: 24 },
      { domain: 'xn--mller-kva.example', protocol: 'smtp', host: 'relay', port: 25 },
      { domain: 'b.example', protocol: 'smtp', host: 'fd00::5', port: 2525 },
      { domain: 'c.example', protocol: 'lmtp', host: 'mail.internal', port: 24 },
    ]);
    expect(load('')).toEqual([]);
  });

  it.each([
    ['lmtp://127.0.0.1:24', 'a domain name first, then = and its server'],
    ['localhost=lmtp://127.0.0.1:24', 'a domain name first, then = and its server'],
    ['*.example=lmtp://127.0.0.1:24', 'a domain name first, then = and its server'],
    ['a.example=', 'lmtp:// or smtp://, a host and a port behind the domain and ='],
    ['a.example=127.0.0.1:24', 'lmtp:// or smtp://, a host and a port behind the domain and ='],
    ['a.example=smtps://mail.example', 'lmtp:// or smtp://, a host and a port behind the domain and ='],
    ['a.example=lmtp://user:password@mail.example', 'lmtp:// or smtp://, a host and a port behind the domain and ='],
    ['a.example=lmtp://mail.example/inbox', 'lmtp:// or smtp://, a host and a port behind the domain and ='],
    ['a.example=lmtp://fd00::5:24', 'lmtp:// or smtp://, a host and a port behind the domain and ='],
    ['a.example=lmtp://[127.0.0.1]:24', 'a host name or an IP address behind ://, IPv6 in brackets'],
    ['a.example=lmtp://127.0.0.300:24', 'a host name or an IP address behind ://, IPv6 in brackets'],
    ['a.example=lmtp://127.0.0.1:0', 'a port from 1 to 65535'],
    ['a.example=lmtp://127.0.0.1:70000', 'a port from 1 to 65535'],
    ['a.example=lmtp://127.0.0.1:25', 'smtp:// for port 25, where nobody speaks LMTP'],
  ])('refuses %s in one line', (text, takes) => {
    expect(faultsOf(text)).toEqual([`ROUTES: got ${JSON.stringify(text)}; takes ${takes}`]);
  });

  it('takes each domain once, and a hundred of them', () => {
    expect(faultsOf('a.example=smtp://one, A.example=smtp://two')).toEqual([
      'ROUTES: got "A.example=smtp://two"; takes each domain once',
    ]);
    const many = Array.from({ length: 101 }, (_, index) => `d${index}.example=smtp://mail`);
    expect(faultsOf(many.join(','))).toEqual(['ROUTES: got "d100.example=smtp://mail"; takes at most 100 domains']);
    expect(load(many.slice(0, 100).join(','))).toHaveLength(100);
  });

  it('refuses a route for a domain of aliases, whose mail ends here, and any in preview, where none leaves', () => {
    expect(faultsOf('kauke.example=smtp://mail')).toEqual([
      'ROUTES: got "kauke.example"; takes domains that are not on MAIL_DOMAINS',
    ]);
    expect(faultsOf('a.example=smtp://mail', { DELIVERY: 'preview' })).toEqual([
      'ROUTES: got a route, but DELIVERY is preview; takes nothing unless mail leaves',
    ]);
  });
});
