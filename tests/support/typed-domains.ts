/** Domains as people type them, and by the name that DNS knows: non-transitional UTS 46, as all browsers and Node have it. */
export const typedDomains: readonly (readonly [typed: string, aLabel: string])[] = [
  ['straße.example', 'xn--strae-oqa.example'],
  ['FAß.example', 'xn--fa-hia.example'],
  ['müller.example', 'xn--mller-kva.example'],
  ['βόλος.example', 'xn--nxasmm1c.example'],
  ['نامه\u200cای.example', 'xn--mgba3gch31f060k.example'],
  ['ﬁsh.example', 'fish.example'],
];
