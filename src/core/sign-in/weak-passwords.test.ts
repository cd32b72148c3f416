import { describe, expect, it } from 'vitest';
import { refuseWeakPassword } from '#core/sign-in/weak-passwords.ts';
import { weakPasswords as texts } from '#messages/server/errors.ts';

const owner = { email: 'ann.sparrow@kestrel.example', publicUrl: 'https://mask.village.example' };

async function faultOf(password: string): Promise<unknown> {
  return refuseWeakPassword(password, owner, 'newPassword').then(
    () => null,
    (error: unknown) => error,
  );
}

describe('a password that is to be set', () => {
  it.each([
    ['password', texts.common],
    ['PassWord', texts.common],
    ['p@ssw0rd', texts.common],
    ['pass word', texts.common],
    ['Dragon2024!', texts.common],
    ['iloveyou', texts.common],
    ['ｐａｓｓｗｏｒｄ', texts.common],
    ['12345678', texts.regular],
    ['qwertyuiop', texts.regular],
    ['asdfgh12345', texts.regular],
    ['87654321', texts.regular],
    ['        ', texts.regular],
    ['a       b', texts.regular],
    ['aaaaaaaaaaaa', texts.regular],
    ['aaaabbbbcccc', texts.regular],
    ['horsehorse', texts.regular],
    ['kaukekauke', texts.regular],
    ['Kauke-2026', texts.own],
    ['villagemask', texts.own],
    ['ann.sparrow@kestrel.example', texts.own],
    ['Ann Sparrow 1', texts.own],
    ['kestrelsparrow', texts.own],
  ])('is refused as %j', async (password, text) => {
    expect(await faultOf(password)).toMatchObject({
      code: 'invalid_input',
      details: { errors: { newPassword: [text] } },
    });
  });

  it.each([
    'correct horse',
    'four words are welcome',
    'sparrow likes the orange umbrella',
    'password of a long forgotten summer',
    'Kauke keeps my mail apart',
    '7hK2pQ9v',
    'žirafa ant stogo',
    '正確的馬電池釘書針',
    '🐎🔋📎🌂🍊🧦🎻🪁',
  ])('is taken as %j', async (password) => {
    expect(await faultOf(password)).toBeNull();
  });

  it('is searched for in the list as it is, whatever signs it holds', async () => {
    expect(await faultOf('","123456","')).toBeNull();
  });
});
