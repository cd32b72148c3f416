import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommand } from '#protocol/smtp-server/parse-command.ts';

function parse(line: string) {
  return parseCommand(Buffer.from(`${line}\r`, 'latin1'));
}
function replyCode(line: string): number | null {
  const command = parse(line);
  return command.verb === 'invalid' ? command.reply.code : null;
}
const mail = { verb: 'MAIL', sizeBytes: null, eightBitMime: false, smtpUtf8: false, request: null };

describe('parseCommand', () => {
  it.each([
    ['MAIL FROM:<a@b.example>', 'a@b.example'],
    ['mail from:<a@b.example>', 'a@b.example'],
    ['MAIL FROM: <a@b.example>', 'a@b.example'],
    ['MAIL FROM:<>', ''],
    ['MAIL FROM:<@relay.example,@other.example:a@b.example>', 'a@b.example'],
    ['MAIL FROM:<"a b"@b.example>', '"a b"@b.example'],
    ['MAIL FROM:<"a@b>c"@b.example>', '"a@b>c"@b.example'],
    ['MAIL FROM:<"plain"@b.example>', 'plain@b.example'],
    ['MAIL FROM:<"a\\"b"@b.example>', '"a\\"b"@b.example'],
    ['MAIL FROM:<a@[192.0.2.1]>', 'a@[192.0.2.1]'],
    ['MAIL FROM:<a@[IPv6:2001:db8::1]>', 'a@[IPv6:2001:db8::1]'],
    ['MAIL FROM:<b=abc.def+x@b.example>', 'b=abc.def+x@b.example'],
  ])('reads the reverse-path of %s', (line, reversePath) => {
    expect(parse(line)).toEqual({ ...mail, reversePath });
  });

  it('reads SIZE and BODY in any case and order', () => {
    expect(parse('MAIL FROM:<a@b.example> body=8bitmime SIZE=1234')).toEqual({
      verb: 'MAIL',
      reversePath: 'a@b.example',
      sizeBytes: 1234,
      eightBitMime: true,
      smtpUtf8: false,
      request: null,
    });
  });

  it('takes postmaster without a domain as a recipient', () => {
    expect(parse('RCPT TO:<Postmaster>')).toEqual({
      verb: 'RCPT',
      address: 'Postmaster',
      needsSmtpUtf8: false,
      request: null,
    });
  });

  it.each([
    ['MAIL FROM:a@b.example', 501],
    ['MAIL FROM:<a@b.example', 501],
    ['MAIL FROM:<a@b@c.example>', 501],
    ['MAIL FROM:<a b@c.example>', 501],
    ['MAIL FROM:<postmaster>', 501],
    ['MAIL FROM:<a@-b.example>', 501],
    ['MAIL FROM:<a@b..example>', 501],
    [`MAIL FROM:<${'a'.repeat(300)}@b.example>`, 501],
    ['MAIL TO:<a@b.example>', 501],
    ['MAIL', 501],
    ['MAIL FROM:<a@b.example> SIZE=x', 501],
    ['MAIL FROM:<a@b.example> BODY=BINARYMIME', 501],
    ['MAIL FROM:<a@b.example> SMTPUTF8=yes', 501],
    ['MAIL FROM:<j\xfcrgen@b.example> SMTPUTF8', 500],
    ['RCPT TO:<>', 501],
    ['RCPT TO:<a@b.example> NOTIFY=NEVER,SUCCESS', 501],
    ['RCPT TO:<a@b.example> NOTIFY=', 501],
    ['RCPT TO:<a@b.example> NOTIFY=DELAY NOTIFY=DELAY', 501],
    ['RCPT TO:<a@b.example> ORCPT=bob@b.example', 501],
    ['RCPT TO:<a@b.example> ORCPT=rfc822;a+0D+0ADATA', 501],
    ['RCPT TO:<a@b.example> ORCPT=rfc822;a+zz', 501],
    [`RCPT TO:<a@b.example> ORCPT=rfc822;${'x'.repeat(501)}`, 501],
    ['RCPT TO:<a@b.example> RET=FULL', 555],
    ['MAIL FROM:<a@b.example> RET=ALL', 501],
    ['MAIL FROM:<a@b.example> ENVID=a+3db', 501],
    [`MAIL FROM:<a@b.example> ENVID=${'x'.repeat(101)}`, 501],
    ['MAIL FROM:<a@b.example> SIZE=1 SIZE=2', 501],
    ['RCPT TO:<a@b\xe9.example>', 500],
    ['EHLO', 501],
    ['EHLO (comment)', 501],
    ['EHLO a b', 501],
    ['DATA now', 501],
    ['QUIT now', 501],
    ['GET / HTTP/1.1', 500],
    ['BURL imap://x LAST', 500],
    ['XCLIENT ADDR=192.0.2.1', 500],
    ['XFORWARD ADDR=192.0.2.1', 500],
    ['ETRN kauke.test', 500],
    ['RCPT TO:<@kauke.test>', 501],
    ['MAIL FROM:<a@b.example> REQUIRETLS', 555],
    ['MAIL FROM:<a@b.example> HOLDFOR=60', 555],
    ['', 500],
    ['NOOP \x01', 500],
    ['\xff\xfe\x80', 500],
  ])('answers %j with %i', (line, code) => {
    expect(replyCode(line)).toBe(code);
  });

  it('reads what the sender wants to hear', () => {
    expect(parse('MAIL FROM:<a@b.example> RET=FULL ENVID=q+2B+3D1 SIZE=10')).toMatchObject({
      sizeBytes: 10,
      request: { envelopeId: 'q+=1', returnsAll: true },
    });
    const never = { notify: new Set(), original: null };
    expect(parse('RCPT TO:<a@b.example> NOTIFY=never')).toMatchObject({ request: never });
    expect(parse('RCPT TO:<a@b.example> NOTIFY=SUCCESS,DELAY ORCPT=rfc822;old+2Bname@x.example')).toMatchObject({
      request: { notify: new Set(['SUCCESS', 'DELAY']), original: 'rfc822;old+name@x.example' },
    });
  });

  it('reads addresses in UTF-8 by SMTPUTF8, their domains as A-labels', () => {
    const utf8 = (line: string) => parseCommand(Buffer.from(`${line}\r`));
    expect(utf8('MAIL FROM:<žąsis@BÜCHER.example> SMTPUTF8 BODY=8BITMIME')).toEqual({
      ...mail,
      reversePath: 'žąsis@xn--bcher-kva.example',
      eightBitMime: true,
      smtpUtf8: true,
    });
    expect(utf8('MAIL FROM:<"ž ą"@b.example> SMTPUTF8')).toMatchObject({ reversePath: '"ž ą"@b.example' });
    expect(utf8('RCPT TO:<ann@kaukė.test>')).toEqual({
      verb: 'RCPT',
      address: 'ann@xn--kauk-yva.test',
      needsSmtpUtf8: true,
      request: null,
    });
    const refused = [
      'MAIL FROM:<žąsis@b.example>',
      'MAIL FROM:<a@bücher.example>',
      `MAIL FROM:<${'ž'.repeat(125)}@b.example> SMTPUTF8`,
      'MAIL FROM:<a\u2028b@b.example> SMTPUTF8',
      'MAIL FROM:<a\u0085b@b.example> SMTPUTF8',
      'MAIL FROM:<a@b\u200b\u2060c\u3002.example> SMTPUTF8',
      'EHLO bücher.example',
      'NOOP ž',
    ];
    const codes = refused.map(utf8).map((command) => (command.verb === 'invalid' ? command.reply.code : command.verb));
    expect(codes).toEqual([553, 553, 501, 500, 500, 501, 500, 500]);
  });

  it('refuses a line that ends in a bare LF', () => {
    expect(parseCommand(Buffer.from('NOOP'))).toMatchObject({ verb: 'invalid', reply: { code: 500 } });
  });

  it('never throws and never passes on an octet that could mean something in a header', () => {
    const part = fc.constantFrom(
      'MAIL FROM:',
      'RCPT TO:',
      '<',
      '>',
      '"',
      '\\',
      '@',
      ':',
      ' ',
      'a',
      '.',
      '[',
      ']',
      '\t',
      '\0',
      ' NOTIFY=',
      ' ORCPT=rfc822;',
      'SUCCESS,',
      '+0A',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part, { maxLength: 20 }).map((parts) => parts.join('')),
          fc.string(),
        ),
        (line) => {
          const command = parse(line);
          if (command.verb === 'MAIL') expect(command.reversePath).toMatch(/^[\x20-\x7e]*$/);
          if (command.verb === 'RCPT') expect(command.address).toMatch(/^[\x20-\x7e]+$/);
          if (command.verb === 'RCPT') expect(command.request?.original ?? '').toMatch(/^[\x20-\x7e]*$/);
        },
      ),
    );
  });
});
