/** In the place of a part of a page. */
export const sectionMessages = {
  notLoaded: 'This could not be loaded.',
};
