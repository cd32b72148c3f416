import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SinkSession, type SinkOutput } from './sink-session.ts';

const conversation = [
  'EHLO client.example\r\n',
  'MAIL FROM:<a@sender.example>\r\nRCPT TO:<b@inbox.example>\r\nDATA\r\n',
  'Subject: DATA\r\n\r\n..dots\r\n.a line\r\nMAIL\r\n\r\n.\r\n',
  'mail FROM:<>\r\nRCPT TO:<b@inbox.example>\r\ndata\r\n.\r\n',
  'QUIT\r\n',
].join('');

function talk(pieces: readonly Buffer[]): SinkOutput {
  const session = new SinkSession(false);
  return pieces
    .map((piece) => session.push(piece))
    .reduce((all, one) => ({
      replies: all.replies + one.replies,
      messages: all.messages + one.messages,
      isOver: all.isOver || one.isOver,
      startsTls: all.startsTls || one.startsTls,
    }));
}

describe('a session of the sink', () => {
  it('answers commands and counts messages', () => {
    const { replies, messages, isOver } = talk([Buffer.from(conversation)]);
    expect(replies.match(/^\d{3} /gm)?.join('')).toBe('250 250 250 354 250 250 354 221 ');
    expect({ messages, isOver }).toEqual({ messages: 2, isOver: true });
  });

  it('begins TLS where it offers it', () => {
    const session = new SinkSession(true);
    expect(session.push(Buffer.from('EHLO client.example\r\n')).replies).toContain('250-STARTTLS\r\n');
    expect(session.push(Buffer.from('STARTTLS\r\n'))).toMatchObject({
      replies: expect.stringMatching(/^220 /),
      startsTls: true,
    });
    expect(new SinkSession(false).push(Buffer.from('EHLO client.example\r\n')).replies).not.toContain('STARTTLS');
  });

  it('puts recipients off, and takes no message then', () => {
    const answers = [true, false].values();
    const session = new SinkSession(false, () => answers.next().value ?? false);
    const envelope = Buffer.from('MAIL FROM:<a@sender.example>\r\nRCPT TO:<b@inbox.example>\r\nDATA\r\n');
    const codes = (replies: string): string[] => replies.match(/^\d{3}/gm) ?? [];
    expect(codes(session.push(envelope).replies)).toEqual(['250', '451', '554']);
    expect(codes(session.push(Buffer.from('RSET\r\n')).replies)).toEqual(['250']);
    expect(codes(session.push(envelope).replies)).toEqual(['250', '250', '354']);
    expect(session.push(Buffer.from('a\r\n.\r\n')).messages).toBe(1);
  });

  it('does the same however the conversation is cut', () => {
    const octets = Buffer.from(conversation);
    const whole = talk([octets]);
    fc.assert(
      fc.property(fc.array(fc.nat(octets.length), { maxLength: 40 }), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), octets.length];
        const pieces = edges.slice(1).map((edge, index) => octets.subarray(edges[index], edge));
        expect(talk(pieces)).toEqual(whole);
      }),
    );
  });
});
