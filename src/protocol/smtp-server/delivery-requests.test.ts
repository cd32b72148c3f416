import { expect, it } from 'vitest';
import { greet, startMxListener } from '#support/mx-listener.ts';

const mail = 'MAIL FROM:<a@b.example> RET=HDRS ENVID=abc';

it('offers DSN where its policy does, and hands over what was asked at each recipient that was taken', async () => {
  const { port, messages } = await startMxListener({
    offersDsn: true,
    recipient: async (address) =>
      address.startsWith('no')
        ? { accepted: false, reply: { code: 550, enhanced: '5.1.1', text: 'No' } }
        : { accepted: true, recipient: address },
  });
  const client = await greet(port);
  expect(await client.command('EHLO client.example')).toContain('250-DSN');
  await client.command(mail);
  await client.command('RCPT TO:<nobody@mx.example> NOTIFY=NEVER');
  await client.command('RCPT TO:<x@mx.example>');
  await client.command('RCPT TO:<y@mx.example> NOTIFY=FAILURE ORCPT=rfc822;z@mx.example');
  await client.command('DATA');
  expect(await client.command('hi\r\n.')).toMatch(/^250 /);
  expect(messages[0]?.envelope.requests).toEqual({
    envelopeId: 'abc',
    returnsAll: false,
    recipients: [null, { notify: new Set(['FAILURE']), original: 'rfc822;z@mx.example' }],
  });
  await client.send('MAIL FROM:<a@b.example>\r\nRCPT TO:<x@mx.example>\r\nDATA\r\nhi\r\n.\r\n');
  for (let read = 0; read < 4; read += 1) await client.reply();
  expect(messages[1]?.envelope).not.toHaveProperty('requests');
});

it.each([
  ['utf-8;jürgen@müller.example', 'utf-8;j\\x{FC}rgen@m\\x{FC}ller.example'],
  ['UTF-8;j\\x{FC}rgen@b.example', 'UTF-8;j\\x{FC}rgen@b.example'],
  ['utf-8;ann@b.example', 'utf-8;ann@b.example'],
  ['utf-8;jürgen+tag=a\\b@b.example', 'utf-8;j\\x{FC}rgen\\x{2B}tag\\x{3D}a\\x{5C}b@b.example'],
  ['utf-8;j\\x{FC}rgen\\x{2B}tag@b.example', 'utf-8;j\\x{FC}rgen\\x{2B}tag@b.example'],
  ['utf-8;ann+2Btag+3Da@b.example', 'utf-8;ann\\x{2B}tag\\x{3D}a@b.example'],
  ['utf-8;j+5Cx{FC}rgen+2024@b.example', 'utf-8;j\\x{FC}rgen\\x{2B}2024@b.example'],
  ['utf-8;a\\x{zz}\\x{\\x{FC}}@b.example', 'utf-8;a\\x{5C}x{zz}\\x{5C}x{\\x{FC}}@b.example'],
  ['utf-8;😀@b.example', 'utf-8;\\x{1F600}@b.example'],
  ['x400;/G=ann+09b+20c/@b.example', 'x400;/G=ann\tb c/@b.example'],
  ['rfc822;a+0Db@b.example', null],
  ['rfc822;jürgen@b.example', null],
  ['utf-8;', null],
  [`utf-8;${'ü'.repeat(200)}@b.example`, null],
])('takes an original recipient, in UTF-8 too: %s', async (original, told) => {
  const { port, messages } = await startMxListener({ offersDsn: true });
  const client = await greet(port);
  await client.command('EHLO client.example');
  await client.command('MAIL FROM:<ann@b.example> SMTPUTF8');
  const taken = await client.command(`RCPT TO:<x@mx.example> ORCPT=${original}`);
  if (told === null) {
    expect(taken).toMatch(/^501 5\.5\.4/);
    return;
  }
  expect(taken).toMatch(/^250 /);
  await client.command('DATA');
  await client.command('hi\r\n.');
  expect(messages[0]?.envelope.requests?.recipients).toEqual([{ notify: null, original: told }]);
});

it('knows no such parameters elsewhere', async () => {
  const { port } = await startMxListener();
  const client = await greet(port);
  expect(await client.command(mail)).toMatch(/^555 5\.5\.4/);
  await client.command('MAIL FROM:<a@b.example>');
  expect(await client.command('RCPT TO:<x@mx.example> NOTIFY=NEVER')).toMatch(/^555 5\.5\.4/);
});
