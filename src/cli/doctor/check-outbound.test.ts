import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { checkOutbound } from '#cli/doctor/check-outbound.ts';
import { openDoctor } from '#cli/doctor/open-doctor.ts';
import { loadConfig } from '#config/load-config.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { createPlainDialer } from '#protocol/net/dialer.ts';
import { mxOperator } from '#support/mx-operator.ts';

/** The mail host of OPERATOR_EMAIL has one address of each family, of which this machine reaches one. */
async function checkFrom(reached: string) {
  const host = createServer((socket) => void socket.end('220 mx.operator.example\r\n')).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  const machine = { isRoot: false, workingDirectory: '/srv/kauke', processors: 1 };
  const config = loadConfig({ ...mxOperator, MAIL_DOMAINS: 'mask.example', DNS_SERVERS: '127.0.0.1:9' }, machine);
  const doctor = openDoctor(config, { clock: systemClock, random: systemRandom });
  const dial = createPlainDialer(2_000);
  const found = <T>(records: readonly T[]) => ({ kind: 'found', records, authenticated: false }) as const;
  const finding = await checkOutbound({
    ...doctor,
    mailPort: port,
    resolver: {
      ...doctor.resolver,
      mx: async () => found([{ preference: 10, exchange: 'mx.operator.example' }]),
      addresses: async () => found(['203.0.113.5', '2001:db8::5']),
    },
    // Nobody listens at port 1.
    dial: (address, to, signal) => dial('127.0.0.1', address === reached ? to : 1, signal),
  });
  host.close();
  return { ...finding, text: finding.text.replace(String(port), '25') };
}

it.each(['203.0.113.5', '2001:db8::5'])(
  'finds the way out open where one family is there, as that of %s',
  async (one) => {
    expect(await checkFrom(one)).toEqual({ state: 'ok', text: 'Outbound port 25 is open', todo: null });
  },
);

it('names the fault of both families once where neither is there', async () => {
  expect(await checkFrom('none')).toMatchObject({ text: 'Outbound port 25 does not answer (unreachable)' });
});
