import { expect, it } from 'vitest';
import { createFieldSearch } from '#mail/as-alias/spellings/field-forms.ts';
import { createSeeker } from '#support/address-seeker.ts';

it.each([
  ['a signature', 'anna@gmail.com', 'Name: Anna\nTel: 0123\nMail server: gmail.com\n'],
  ['sentences', 'ann@home.example', 'Account: Ann, who is our accountant.\nOur domain: home.example\n'],
  ['a sentence behind a comma', 'ann@home.example', 'Login: Ann, who is here\nOur domain: home.example\n'],
  ['a sentence behind a line', 'ann@home.example', 'Mailbox: Ann\nShe is away. The domain: home.example\n'],
  ['lines of settings', 'ann@home.example', 'name = ann\nhost = home.example\n'],
  ['a row of hosts', 'mail@home.example', 'hosts\nwww,mail,home.example,x'],
  ['cells of hosts', 'mail@home.example', 'a|mail|home.example|b'],
  ['German sentences', 'ann@home.example', 'Benutzer Ann: siehe unten. Der Server home.example steht.'],
  ['an option and a sentence', 'ann@home.example', 'Call it with -u ann. Then see imaps://home.example'],
  [
    'options of others',
    'ann@home.example',
    'run --user anna --host home.example. Or --user ann --host home.example.org',
  ],
  ['what is for a role', 'info@home.example', 'Name: info; host: home.example'],
])('%s names nobody’s halves', (_, own, text) => {
  expect(createSeeker(own).reveals(text)).toBe(false);
});

it.each([
  ['an equals sign', 'ann@home.example', 'name=ann&x=1&domain=home.example'],
  ['quotes', 'ann@home.example', '{"name": "ann",\n  "active": true,\n  "host": "home.example"}'],
  ['quotes, the host first', 'ann@home.example', "['host' => 'home.example', 'account_name' => 'ann']"],
  ['an accent', 'josé@home.example', 'user=jose\u0301&domain=home.example'],
  ['what is not seen', 'ann@home.example', 'user=a&shy;nn&domain=ho&shy;me.example'],
  ['a name whose dots say nothing', 'an.na@gmail.com', 'user=a.nna&domain=gmail.com'],
  ['cells', 'an.na@gmail.com', 'anna;gmail.com\r\nbob;gmail.com'],
  ['a table of settings', 'ann@home.example', 'user\tann\r\nport\t993\r\nserver\thome.example'],
  ['German', 'ann@home.example', 'Benutzername: ann\r\nDomäne: home.example'],
  ['Lithuanian', 'ann@home.example', 'Vartotojo vardas: ann\r\nServeris: imap.home.example'],
  ['French', 'ann@home.example', 'Nom d’utilisateur : ann\r\nServeur : home.example'],
  ['Spanish', 'ann@home.example', 'Usuario: ann; servidor: home.example'],
  ['Russian', 'ann@home.example', 'Пользователь: ann\r\nСервер: home.example'],
  ['an entry of a directory', 'ann@home.example', 'uid: ann\r\nmailHost: home.example'],
  ['options', 'ann@home.example', 'mail --user ann --domain home.example'],
  ['an option and a link', 'ann@home.example', 'curl -u ann:secret imaps://home.example/INBOX'],
])('halves are told by %s', (_, own, text) => {
  expect(createSeeker(own).reveals(text)).toBe(true);
});

it('fields are searched for only in texts that have the beginning of both', () => {
  const search = createFieldSearch('info', ['home.example'], false);
  expect([...search('info at home.example; user=bob&domain=home.example')]).toEqual([]);
  expect([...search('user=info of home.example')]).toEqual([]);
  expect([...search('user=info&domain=home.example')]).toHaveLength(1);
});
