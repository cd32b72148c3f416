import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { admitPatient, dayMs, type Complaint, type Patient } from '#support/doctor-patient.ts';
import { findFreePort } from '#support/free-port.ts';
import { eventually } from '#support/eventually.ts';

let patient: Patient;
beforeAll(async () => {
  patient = await admitPatient();
});
afterAll(() => patient.close());

async function find(check: string, about: string): Promise<Complaint> {
  const complaints = await patient.complaints();
  const found = complaints.find((one) => one.check === check && one.about === about);
  if (found === undefined) throw new Error(`not found: ${JSON.stringify(complaints)}`);
  return found;
}

async function expectHealth(): Promise<void> {
  expect(await patient.complaints()).toEqual([]);
}

/** Lets a port lead where a proposal says: `Let port N lead to VARIABLE M`. */
function lead(todo: string | null): void {
  const [, from, to] = /^Let port (\d+) lead to [A-Z_]+ (\d+)/.exec(todo ?? '') ?? [];
  patient.ports.set(Number(from), Number(to));
}

async function untilRead(wrong: RegExp | null): Promise<void> {
  await eventually(async () => {
    const text = (await patient.complaints()).map((one) => one.text).join('\n');
    if (wrong === null) expect(text).toBe('');
    else expect(text).toMatch(wrong);
  }, 1_000);
}

describe('the doctor, of a machine', () => {
  it('names a certificate for another host, a fault where MTA-STS is enforced', async () => {
    const now = systemClock.now();
    await patient.install('mx.elsewhere.example', now - dayMs, now + 90 * dayMs);
    await untilRead(/MX_PORT \d+ answers, but its certificate is not trusted for mx\.mask\.example/);
    const { state, todo } = await find('shown-certificate', 'MX_PORT');
    expect(state).toBe('fault');
    expect(todo).toContain('TLS_CERT_FILE and TLS_KEY_FILE to a certificate with its whole chain');
    await patient.install('*.mask.example', now - dayMs, now + 90 * dayMs);
    await untilRead(null);
  });

  it('names a certificate near its end', { tags: 'proof' }, async () => {
    const now = systemClock.now();
    await patient.install('*.mask.example', now - 87 * dayMs, now + 3.5 * dayMs);
    await untilRead(/SUBMISSIONS_PORT \d+ answers; its certificate is good for 3 days/);
    expect(await find('shown-certificate', 'HTTPS_PORT')).toMatchObject({ state: 'fault' });
    await patient.install('*.mask.example', now - dayMs, now + 90 * dayMs);
    await untilRead(null);
  });

  it.each([
    ['for mail programs', 587],
    ['for mail programs by TLS', 465],
  ])('names a port %s, of which users are told, that leads nowhere', async (_title, port) => {
    patient.ports.delete(port);
    const { state, text, todo } = await find('public-port', String(port));
    expect({ state, text }).toEqual({
      state: 'fault',
      text: `Port ${port} of mx.mask.example, which others are told, does not answer (unreachable)`,
    });
    lead(todo);
    await expectHealth();
  });

  it('names port 25 where somebody else answers', async () => {
    const foreign = createServer((socket) => void socket.end('220 old.example ESMTP\r\n')).listen(0, '127.0.0.1');
    await once(foreign, 'listening');
    patient.ports.set(patient.operatorPort, (foreign.address() as AddressInfo).port);
    const { text, todo } = await find('public-port', String(patient.operatorPort));
    expect(text).toMatch(/does not answer \(somebody else answers\)$/);
    lead(todo);
    foreign.close();
    await expectHealth();
  });

  it('names a web side that its address does not lead to', async () => {
    const httpsPort = patient.ports.get(443) ?? 0;
    patient.ports.set(443, await findFreePort());
    const { text, todo } = await find('public-url', '');
    expect(text).toBe('https://web.mask.example does not answer as this program (unreachable)');
    expect(todo).toContain('its port to HTTPS_PORT');
    patient.ports.set(443, httpsPort);
    await expectHealth();
  });

  it('names a way out that is closed', async () => {
    patient.operatorHost.close();
    await once(patient.operatorHost, 'close');
    const { text, todo } = await find('outbound', '');
    expect(text).toBe(`Outbound port ${patient.operatorPort} does not answer (unreachable)`);
    expect(todo).toContain('Ask for it to be opened');
    patient.operatorHost.listen(patient.operatorPort, '127.0.0.1');
    await once(patient.operatorHost, 'listening');
    await expectHealth();
  });

  it('names the server of a route that is down', async () => {
    const port = await findFreePort();
    patient.settings = { routes: [{ domain: 'here.example', protocol: 'lmtp', host: '127.0.0.1', port }] };
    const { text, todo } = await find('route', 'here.example');
    expect(text).toBe('The server for here.example does not answer (unreachable)');
    expect(todo).toContain('Check ROUTES');
    const server = createServer((socket) => void socket.end('220 here.example LMTP\r\n')).listen(port, '127.0.0.1');
    await once(server, 'listening');
    await expectHealth();
    server.close();
    patient.settings = {};
  });

  it('names a clock that is wrong by that of somebody else', async () => {
    patient.clockAheadMs = 5 * 60_000;
    const { state, text, todo } = await find('outside-clock', '');
    expect(state).toBe('fault');
    expect(text).toMatch(/^The clock is (?:299|30[01]) s ahead of that of clock\.example:\d+ \(30 s are allowed\)$/);
    expect(todo).toBe('Run a time service (NTP) on this machine.');
    patient.clockAheadMs = 0;
    await expectHealth();
  });

  it('names each port of a program that does not run', async () => {
    await patient.stop();
    const found = (await patient.complaints()).filter(({ check }) => check === 'listener' || check === 'web');
    expect(found.map(({ about }) => about).toSorted()).toEqual([
      '',
      'HTTPS_PORT',
      'MX_PORT',
      'SUBMISSIONS_PORT',
      'SUBMISSION_PORT',
    ]);
    expect(found.every(({ todo }) => todo?.startsWith('Start the program: npm start'))).toBe(true);
    await patient.start();
    await expectHealth();
  });
});
