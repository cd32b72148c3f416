import { expect, it } from 'vitest';
import { permissionFor, readServerAddress } from '#extension/lib/server-address.ts';

it.each([
  ['kauke.example.org', 'https://kauke.example.org'],
  [' https://kauke.example.org/settings?x#y ', 'https://kauke.example.org'],
  ['KAUKE.example.org:8443', 'https://kauke.example.org:8443'],
  ['localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
])('the address %s means the server %s', (typed, origin) => {
  expect(readServerAddress(typed)).toEqual({ origin });
});

it.each([
  ['', 'addressMissing'],
  ['  ', 'addressMissing'],
  ['not an address', 'addressInvalid'],
  ['https://ann:secret@kauke.example.org', 'addressInvalid'],
  ['ftp://kauke.example.org', 'addressInvalid'],
  ['javascript:alert(1)', 'addressInvalid'],
  ['http://kauke.example.org', 'insecure'],
  ['http://127.0.0.1.example.org', 'insecure'],
])('the address “%s” is refused: %s', (typed, fault) => {
  expect(readServerAddress(typed)).toEqual({ fault });
});

it('asks for the one host and no other', () => {
  expect(permissionFor('https://kauke.example.org:8443')).toBe('https://kauke.example.org/*');
});
