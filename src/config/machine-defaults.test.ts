import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load-config.ts';
import { mxOperator } from '#support/mx-operator.ts';

const machine = { isRoot: false, workingDirectory: '/srv/kauke', processors: 8 };
const rest = { ...mxOperator, MAIL_DOMAINS: 'mask.example' };

describe('DATA_DIR', () => {
  it('is a folder that every user can reach, for root', () => {
    expect(loadConfig({}, { ...machine, isRoot: true }).dataDir).toBe('/var/lib/kauke');
  });
});

describe('WORKERS', () => {
  it('is one for each processor, at most four, where mail leaves', () => {
    expect(loadConfig(rest, machine).workers).toBe(4);
    expect(loadConfig(rest, { ...machine, processors: 3 }).workers).toBe(3);
  });

  it('may be more when it is asked for', () => {
    expect(loadConfig({ ...rest, WORKERS: '16' }, machine).workers).toBe(16);
    expect(() => loadConfig({ ...rest, WORKERS: '65' }, machine)).toThrow(
      /^WORKERS: got "65"; takes a number from 1 /u,
    );
  });

  it('is one in preview, whose inbox is in the memory of one process', () => {
    expect(loadConfig({}, machine).workers).toBe(1);
    const line = 'WORKERS: got "2"; takes a number from 1 to 64; in preview only 1';
    expect(() => loadConfig({ WORKERS: '2' }, machine)).toThrow(line);
  });
});

describe('MAIL_HOSTNAME', () => {
  it('is an address literal where the public address is no name', () => {
    expect(loadConfig({ PUBLIC_URL: 'http://192.0.2.7:3000' }, machine).mailHostname).toBe('[192.0.2.7]');
    expect(loadConfig({ PUBLIC_URL: 'http://[2001:db8::1]:3000' }, machine).mailHostname).toBe('[IPv6:2001:db8::1]');
  });
});
