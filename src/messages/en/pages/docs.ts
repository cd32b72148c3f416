export const docsMessages = {
  guides: 'Guides',
  /** Where a provider elsewhere forwards the mail. */
  elsewhere:
    'Here ImprovMX forwards the mail: a reply from an inbox shows its address, and ImprovMX keeps logs of its own. What else is different stands in another guide:',
  notLoaded: 'This guide did not load. Check your connection and open it again.',
};
