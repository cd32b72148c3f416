/** A conversation as an owner's mail program sees it when it answers. */
export interface ReplySituation {
  /** The owner's real address and name. */
  readonly owner: string;
  readonly ownerName: string;
  /** The owner's machine. */
  readonly host: string;
  readonly ip: string;
  /** From of the message that is answered: name and reverse address. */
  readonly shownAs: string;
  readonly reverse: string;
  readonly alias: string;
  readonly subject: string;
  /** Of the answered message, with brackets. */
  readonly messageId: string;
  readonly references: string;
  readonly text: string;
  /** Makes ids differ. */
  readonly serial: number;
}

export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const pdf = Buffer.from('%PDF-1.7 a drawing without any metadata').toString('base64');

export function crlf(lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n`;
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
}

export function quoted(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[=\x80-\xff]/g, (octet) => `=${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .split('\r\n')
    .map((line) => line.replaceAll(/[^=]{1,60}(?:=[0-9A-F]{2}){0,4}(?=.)/g, '$&=\r\n'))
    .join('\r\n');
}

export function split(address: string): { local: string; domain: string } {
  const [local = '', domain = ''] = address.split('@');
  return { local, domain };
}
