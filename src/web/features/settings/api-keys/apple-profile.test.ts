import { describe, expect, it } from 'vitest';
import { writeAppleProfile } from '#web/features/settings/api-keys/apple-profile.ts';

const account = {
  sender: 'shop@kauke.test',
  incoming: { host: 'imap.inbox.example', username: 'ann@inbox.example' },
  outgoing: { host: 'mx.kauke.test', port: 465, username: 'abcdefgh22345677' },
};

/** Every key of it with its value, in order. */
function readKeys(profile: string): Map<string, string> {
  const pairs = profile.matchAll(/<key>(\w+)<\/key><(?:(?:string|integer)>([^<]*)<|(true|false)\/>|array>)/gu);
  return new Map([...pairs].map(([, key = '', text, flag]) => [key, text ?? flag ?? '']));
}

describe('a profile for Apple devices', () => {
  it('reads the inbox of its owner, sends as the alias, and asks for both passwords', () => {
    const profile = writeAppleProfile(account);
    expect(Object.fromEntries(readKeys(profile))).toMatchObject({
      EmailAccountName: 'shop@kauke.test',
      EmailAccountType: 'EmailTypeIMAP',
      EmailAddress: 'shop@kauke.test',
      IncomingMailServerAuthentication: 'EmailAuthPassword',
      IncomingMailServerHostName: 'imap.inbox.example',
      IncomingMailServerPortNumber: '993',
      IncomingMailServerUseSSL: 'true',
      IncomingMailServerUsername: 'ann@inbox.example',
      OutgoingMailServerAuthentication: 'EmailAuthPassword',
      OutgoingMailServerHostName: 'mx.kauke.test',
      OutgoingMailServerPortNumber: '465',
      OutgoingMailServerUseSSL: 'true',
      OutgoingMailServerUsername: 'abcdefgh22345677',
      OutgoingPasswordSameAsIncomingPassword: 'false',
    });
    expect(profile).not.toMatch(/<key>\w+Password<\/key><string>/u);
  });

  it('has ids of its own each time, and takes the place of the one before by its identifiers', () => {
    const profiles = [writeAppleProfile(account), writeAppleProfile(account)];
    const all = (of: RegExp): string[] => profiles.flatMap((text) => [...text.matchAll(of)].map(([, id = '']) => id));
    const ids = all(/<key>PayloadUUID<\/key><string>([^<]*)</gu);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[\dA-F]{8}-[\dA-F]{4}-4[\dA-F]{3}-8[\dA-F]{3}-[\dA-F]{12}$/u);
    const names = all(/<key>PayloadIdentifier<\/key><string>([^<]*)</gu);
    const profile = 'kauke.abcdefgh22345677.shop@kauke.test';
    expect(names).toEqual([profile, `${profile}.mail`, profile, `${profile}.mail`]);
  });

  it('holds what is typed as text, whatever it is', () => {
    const username = `</string><key>X</key><true/>&\0\u{ffff}"ž`;
    const profile = writeAppleProfile({ ...account, incoming: { host: 'imap.inbox.example', username } });
    expect(profile).toContain('<string>&lt;/string&gt;&lt;key&gt;X&lt;/key&gt;&lt;true/&gt;&amp;"ž</string>');
    expect(readKeys(profile).has('X')).toBe(false);
  });
});
