/** Where files of many kinds say whose they are. */
interface Marker {
  readonly octets: Buffer;
  /** Octets after it that are looked at. */
  readonly length: number;
  /** A quote or a tag ends it. */
  readonly value: boolean;
}

function marker(text: string, length: number, value = false): Marker {
  return { octets: Buffer.from(text), length, value };
}

const valueLength = 300;
const packetLength = 64 * 1024;
const markers: readonly Marker[] = [
  // XMP (ISO 16684-1), in whatever file it stands.
  marker('<x:xmpmeta', packetLength),
  marker('<rdf:RDF', packetLength),
  // The properties of Word, Excel and PowerPoint before 2007, and of messages of Outlook: sets of two known ids.
  { octets: Buffer.from('e0859ff2f94f6810ab9108002b27b3d9', 'hex'), length: 4096, value: false },
  { octets: Buffer.from('02d5cdd59c2e1b10939708002b2cf9ae', 'hex'), length: 4096, value: false },
  // RTF.
  marker('{\\info', 4096),
  // Attributes and elements of XML and HTML: who changed or commented something.
  ...['author="', 'Author="', 'userName="', 'displayName="', 'LastAuthor="', 'author" content="'].map((text) =>
    marker(text, valueLength, true),
  ),
  ...['author>', 'Author>', 'creator>', 'lastModifiedBy>', 'initial-creator>'].map((text) =>
    marker(text, valueLength, true),
  ),
];

/** The longest a region can be with its marker: what pieces of a file must have in common. */
export const maxRegion = packetLength + 1024;
const maxFound = 1000;

/** What several markers have in common: few files have any of it, and only in those each is looked for. */
const cores = ['uthor', 'reator>', 'Name="'].map((text) => Buffer.from(text));
const byCore = Map.groupBy(markers, ({ octets }) => cores.find((core) => octets.includes(core)));

function* markersIn(octets: Buffer): Generator<Marker> {
  for (const [core, those] of byCore) if (core === undefined || octets.includes(core)) yield* those;
}

function endOfValue(region: Buffer): number {
  const end = region.findIndex((octet) => octet === 0x22 || octet === 0x3c);
  return end === -1 ? region.length : end;
}

/** Whether one of the places in a piece of any file where it says who made or changed it is such as asked for. Linear. */
export function someLeakedRegion(octets: Buffer, isAskedFor: (region: Buffer) => boolean): boolean {
  for (const { octets: mark, length, value } of markersIn(octets)) {
    let from = 0;
    for (let count = 0; count < maxFound; count += 1) {
      const at = octets.indexOf(mark, from);
      if (at === -1) break;
      const start = at + mark.length;
      const region = octets.subarray(start, start + length);
      if (isAskedFor(value ? region.subarray(0, endOfValue(region)) : region)) return true;
      from = value ? start : start + length;
    }
  }
  return false;
}
