import { expect, it } from 'vitest';
import { keyFileInput, keyInput } from '#web/features/settings/targets/key/key-calls.ts';

it('a certificate is told from a key by what it says, and in octets by how it begins', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
  const armoured = '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDME\n-----END PGP PUBLIC KEY BLOCK-----';
  expect(keyInput(pem)).toEqual({ certificate: pem });
  expect(keyInput(armoured)).toEqual({ publicKey: armoured });
  expect(keyFileInput(new TextEncoder().encode(pem))).toEqual({ certificate: pem });
  expect(keyFileInput(new Uint8Array([0x30, 0x82, 0xff]))).toEqual({ certificate: 'MIL/' });
  expect(keyFileInput(new Uint8Array([0x98, 0x33, 0x04]))).toEqual({ publicKey: 'mDME' });
});
