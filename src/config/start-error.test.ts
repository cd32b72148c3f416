import { expect, it } from 'vitest';
import { StartError } from '#config/start-error.ts';

function lineFor(code: string): string {
  return StartError.ofListener('MX_PORT', '::', 25, Object.assign(new Error('no'), { code })).message;
}

it('says what to set where an address cannot be listened at', () => {
  expect(lineFor('EAFNOSUPPORT')).toBe(
    'MX_PORT 25 on :: cannot be listened on (EAFNOSUPPORT); this machine has no IPv6: set BIND_ADDRESS=0.0.0.0.',
  );
  expect(lineFor('EADDRNOTAVAIL')).toMatch(/ has no such address: set BIND_ADDRESS to one that it has\.$/u);
  expect(lineFor('EMFILE')).toBe('MX_PORT 25 on :: cannot be listened on (EMFILE).');
});
