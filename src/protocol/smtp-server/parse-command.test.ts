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
const mail = { verb: 'MAIL', sizeBytes: null, eightBitMime: false };

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
    });
  });

  it('takes postmaster without a domain as a recipient', () => {
    expect(parse('RCPT TO:<Postmaster>')).toEqual({ verb: 'RCPT', address: 'Postmaster' });
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
    ['MAIL FROM:<a@b.example> SMTPUTF8', 555],
    ['MAIL FROM:<j\xfcrgen@b.example>', 553],
    ['RCPT TO:<>', 501],
    ['RCPT TO:<a@b.example> NOTIFY=NEVER', 555],
    ['RCPT TO:<a@b\xe9.example>', 553],
    ['EHLO', 501],
    ['EHLO (comment)', 501],
    ['EHLO a b', 501],
    ['DATA now', 501],
    ['QUIT now', 501],
    ['GET / HTTP/1.1', 500],
    ['BDAT 10 LAST', 500],
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
        },
      ),
    );
  });
});
