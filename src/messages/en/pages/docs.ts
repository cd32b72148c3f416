export const docsMessages = {
  guides: 'Guides',
  notLoaded: 'This guide did not load. Check your connection and open it again.',
};
