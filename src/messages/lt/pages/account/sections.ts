import type * as en from '#messages/pages/account/sections.ts';

export const sectionMessages: typeof en.sectionMessages = {
  notLoaded: 'Įkelti nepavyko.',
};
