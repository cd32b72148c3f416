import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAlarms } from '#cli/doctor/check-alarms.ts';
import { loadConfig } from '#config/load-config.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { mxOperator } from '#support/mx-operator.ts';

let dns: DnsServer;

beforeAll(async () => {
  dns = await startDnsServer();
  dns.add({
    'elsewhere.example': { MX: [{ preference: 10, exchange: 'mx.elsewhere.example' }] },
    'own.example': { MX: [{ preference: 10, exchange: 'mx.mask.example' }] },
  });
});
afterAll(() => dns.close());

async function look(settings: Record<string, string>) {
  const environment = {
    DELIVERY: 'mx',
    ...mxOperator,
    MAIL_DOMAINS: 'mask.example',
    MAIL_HOSTNAME: 'mx.mask.example',
    OPERATOR_EMAIL: 'ops@elsewhere.example',
    ...settings,
  };
  const config = loadConfig(environment, { isRoot: false, workingDirectory: '/srv', processors: 1 });
  const resolver = resolverOf(dns, { timeoutMs: 2_000 });
  return (await checkAlarms({ config, resolver })).map(({ state, text }) => `${state}: ${text}`);
}

it('warns where only our own mail tells of a fault', async () => {
  expect(await look({})).toEqual(['warning: Alarms go by our own mail alone']);
});

it('is content with any way that needs none of it, and shows no secret of its address', async () => {
  const settings = {
    ALARM_URL: 'https://chat.home.example/hooks/secret',
    ALARM_NTFY_URL: 'https://:tk_secret@ntfy.home.example/kauke',
  };
  expect(await look(settings)).toEqual([
    'ok: Alarms go to chat.home.example and ntfy.home.example, which needs none of our mail',
  ]);
});

it('warns of a mailbox of the operator whose mail comes back here', async () => {
  const found = await look({ ALARM_URL: 'https://chat.home.example/', OPERATOR_EMAIL: 'ops@own.example' });
  expect(found[1]).toBe('warning: Mail to OPERATOR_EMAIL comes back to this server, by the MX of own.example');
});

it('says nothing in preview, where nobody looks', async () => {
  expect(await look({ DELIVERY: 'preview' })).toEqual([]);
});
