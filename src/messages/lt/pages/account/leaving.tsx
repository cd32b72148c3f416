import type * as en from '#messages/pages/account/leaving.tsx';

export const leavingMessages: typeof en.leavingMessages = {
  title: 'Jūsų paskyra trinama',
  now:
    'Laiškai jūsų slapyvardžiams atmetami, lyg jų nebūtų. Pašto programos ir programėlės nebegali prisijungti ' +
    'savo slaptažodžiais ir API raktais.',
  end: (until) => <>{until} viskas bus ištrinta visam laikui.</>,
  offer: 'Iki tol galite grįžti. Viskas bus kaip buvę, o dar laukiantys laiškai bus pristatyti.',
  comeBack: 'Pasilikti paskyrą',
  comingBack: 'Grįžtama…',
  back: 'Sveiki sugrįžę',
  failed: 'Neatkurta',
  failure: 'Jūsų paskyros atkurti nepavyko',
};
