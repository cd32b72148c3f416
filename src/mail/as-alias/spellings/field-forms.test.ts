import { expect, it } from 'vitest';
import { createFieldSearch } from '#mail/as-alias/spellings/field-forms.ts';
import { loadPublicHostCheck } from '#core/organisation.ts';
import { createAddressReplacer } from '#mail/as-alias/address-replacer.ts';
import { createSeeker } from '#support/address-seeker.ts';

const isPublicHost = await loadPublicHostCheck();

it.each([
  ['a signature', 'anna@gmail.com', 'Name: Anna\nTel: 0123\nMail server: gmail.com\n'],
  ['sentences', 'ann@home.example', 'Account: Ann, who is our accountant.\nOur domain: home.example\n'],
  ['a sentence behind a comma', 'ann@home.example', 'Login: Ann, who is here\nOur domain: home.example\n'],
  ['a sentence behind a line', 'ann@home.example', 'Mailbox: Ann\nShe is away. The domain: home.example\n'],
  ['lines of settings', 'ann@home.example', 'name = ann\nhost = home.example\n'],
  ['a row of hosts', 'mail@home.example', 'hosts\nwww,mail,home.example,x'],
  ['cells of a contact', 'kontakt@firma.example', '<tr><td>kontakt</td><td>firma.example</td></tr>'],
  ['cells of a Lithuanian contact', 'pagalba@firma.example', '<tr><td>pagalba</td><td>firma.example</td></tr>'],
  ['cells of an office', 'büro@firma.example', '<tr><td>büro</td><td>firma.example</td></tr>'],
  ['cells of hosts', 'mail@home.example', 'a|mail|home.example|b'],
  ['German sentences', 'ann@home.example', 'Benutzer Ann: siehe unten. Der Server home.example steht.'],
  ['an option and a sentence', 'ann@home.example', 'Call it with -u ann. Then see imaps://home.example'],
  [
    'options of others',
    'ann@home.example',
    'run --user anna --host home.example. Or --user ann --host home.example.org',
  ],
  ['a German sentence in a line', 'jan@gmail.com', 'Server: gmail.com\nBenutzer: Jan hat gefragt'],
  ['what comes later', 'will@gmail.com', 'Server: gmail.com\nUser name: will follow'],
  ['what comes later, in HTML', 'will@gmail.com', '<p>Domain: gmail.com</p><p>Login: will follow</p>'],
  [
    'what comes later, in cells',
    'will@gmail.com',
    '<tr><td>Server</td><td>gmail.com</td></tr><tr><td>User</td><td>will follow</td></tr>',
  ],
  ['what comes later, in one line', 'will@gmail.com', 'Server: gmail.com, user: will follow'],
  ['a word in a cell', 'may@gmail.com', '<tr><td>may</td><td>gmail.com</td></tr>'],
  ['a name and a picture', 'rose@gmail.com', 'Rose \u{1f4e7} gmail.com'],
  ['a name and another picture', 'paul@mail.example', 'Paul \u2709 mail.example'],
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
  ['a password', 'ann@home.example', 'user=ann:secret&host=home.example'],
  ['a password before a semicolon', 'ann@home.example', 'user=ann:secret;host=home.example'],
  ['a password before a comma', 'ann@home.example', 'user=ann:secret,host=home.example'],
  ['a password of signs', 'ann@home.example', 'curl -u ann:a,b;c&d`e imaps://home.example'],
  ['code in Markdown', 'ann@home.example', '`user=ann:secret`\n`host=home.example`'],
  ['code in a line of Markdown', 'ann@home.example', '`user=ann:secret`, `host=home.example`'],
  ['a host before a user', 'ann@home.example', 'host: home.example\nuser: ann (me)'],
  ['a host before a user and another field', 'ann@home.example', 'host: home.example\nuser: ann port: 993'],
  ['a host before a user and a secret', 'ann@home.example', 'host: home.example\nuser: ann secret123'],
  ['a host before a user with a tag', 'ann@home.example', 'host: home.example\nuser: ann+x here'],
  ['a host before a user with a password', 'ann@home.example', 'host: home.example; user: ann:a,b; here'],
  ['a host before a user of two words', 'ann.private@home.example', 'host: home.example; user: ann.private here'],
  ['settings with remarks', 'anna@home.example', 'host: home.example\nuser: anna foo bar'],
  ['settings in a quote', 'anna@home.example', '> host: home.example\n> user: anna foo bar'],
  [
    'a word of courtesy behind a long name',
    'annikaowner@home.example',
    'Server: home.example\nUser: annikaowner please',
  ],
  ['a word of thanks', 'ann@home.example', 'Server: home.example\nLogin: ann thanks'],
  ['a word of courtesy', 'ann@home.example', 'Server: home.example\nUser: ann please'],
  ['a greeting in one line', 'ann@home.example', 'host: home.example, user: ann cheers'],
  ['a name that is a word, and thanks', 'will@home.example', 'Server: home.example\nUser: will thanks'],
  ['a picture', 'rose@gmail.com', 'rose \u{1f4e7} gmail.com'],
  ['options', 'ann@home.example', 'mail --user ann --domain home.example'],
  ['an option and a link', 'ann@home.example', 'curl -u ann:secret imaps://home.example/INBOX'],
])('halves are told by %s', (_, own, text) => {
  expect(createSeeker(own).reveals(text)).toBe(true);
});

it.each([
  ['user=anna+x.anna&host=home.example', 'user='],
  ['login=anna+bank.anna; server=home.example', 'login='],
  ['user=anna:anna\nhost=home.example', 'user='],
  ['login: anna:xanna\nhost: home.example', 'login: '],
  ['user=anna+anna:anna;host=home.example', 'user='],
  ['user.anna=anna+x&login=anna+anna&host=home.example', 'user.anna=anna+x&login='],
  ['host=home.example&user=anna+x.anna', 'host='],
])('nothing of the local part stays where tag and password of %s have it as well', (text, before) => {
  const seeker = createAddressReplacer({
    isPublicHost,
    // Otherwise what is no address where it stands is not changed, and the reply refused.
    keepsOthers: false,
    otherNames: [],
    names: [],
    hidden: ['anna@home.example'],
    alias: 'my-alias@kauke.test',
    correspondents: new Map(),
  });
  const replaced = seeker.replace(text, 'plain');
  expect(replaced).toBe(`${before}my-alias@kauke.test`);
  expect(seeker.reveals(replaced)).toBe(false);
});

it('fields are searched for only in texts that have the beginning of both', () => {
  const search = createFieldSearch('info', ['home.example'], false);
  expect([...search('info at home.example; user=bob&domain=home.example')]).toEqual([]);
  expect([...search('user=info of home.example')]).toEqual([]);
  expect([...search('user=info&domain=home.example')]).toHaveLength(1);
});
