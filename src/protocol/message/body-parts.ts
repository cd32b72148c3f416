import type { MimePart } from '#protocol/message/parse-parts.ts';

/** The parts of a message as a mail program shows them: its texts, its HTML, and what is attached. */
export interface BodyParts {
  readonly plain: readonly MimePart[];
  readonly html: readonly MimePart[];
  readonly attached: readonly MimePart[];
}

/** All parts that are no multiparts. What is within an attached message belongs to it. */
function leavesOf(part: MimePart): MimePart[] {
  return part.type.startsWith('multipart/') ? part.children.flatMap(leavesOf) : [part];
}

/** The name that an attachment goes by; null without one. */
export function filenameOf({ disposition, parameters }: MimePart): string | null {
  return disposition?.parameters.get('filename') ?? parameters.get('name') ?? null;
}

function kindOf(part: MimePart): keyof BodyParts {
  if (part.disposition?.value === 'attachment' || filenameOf(part) !== null) return 'attached';
  if (part.type === 'text/plain') return 'plain';
  return part.type === 'text/html' ? 'html' : 'attached';
}

/** Sorts the leaves of a MIME tree, each kind in its order. */
export function sortParts(root: MimePart): BodyParts {
  const { plain = [], html = [], attached = [] } = Object.groupBy(leavesOf(root), kindOf);
  return { plain, html, attached };
}
