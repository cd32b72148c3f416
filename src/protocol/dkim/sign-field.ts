import { sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { canonicalizeOwn } from '#protocol/dkim/canonicalize-header.ts';
import type { HeaderField } from '#protocol/message/raw-message.ts';

const signAsync = promisify(sign);
const lineLength = 72;

/** Pieces joined by `separator` and folded after it. */
export function foldList(pieces: readonly string[], separator: string): string {
  let text = '';
  let column = 0;
  for (const [index, piece] of pieces.entries()) {
    if (column > 0 && column + piece.length > lineLength) {
      text += '\r\n ';
      column = 0;
    }
    const word = index < pieces.length - 1 ? piece + separator : piece;
    text += word;
    column += word.length;
  }
  return text;
}

/**
 * Completes a signature field: `tags` is its value up to and with the last `b=`, `covered` the canonical octets of
 * everything else it signs, as Latin-1 characters. RSA with SHA-256 in relaxed form, computed on the thread pool.
 * @throws Error when the key cannot sign.
 */
export async function signField(
  { name, tags, covered }: { readonly name: string; readonly tags: string; readonly covered: string },
  key: KeyObject,
): Promise<HeaderField> {
  const open = `${name}: ${tags}`;
  const lowerName = name.toLowerCase();
  const own = canonicalizeOwn({ name, key: lowerName, raw: Buffer.from(`${open}\r\n`) }, 'relaxed');
  const signature = await signAsync('sha256', Buffer.from(covered + own, 'latin1'), key);
  const lines = signature.toString('base64').match(/.{1,72}/g) ?? [];
  return { name, key: lowerName, raw: Buffer.from(`${open}${lines.join('\r\n ')}\r\n`) };
}
