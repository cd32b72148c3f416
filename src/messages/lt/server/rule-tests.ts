import type * as en from '#messages/server/rule-tests.ts';

export const ruleTestTexts: typeof en.ruleTestTexts = {
  exists: 'Tai jau slapyvardis: taisyklių neklausiama.',
  gone: 'Šis slapyvardis ištrintas. Pats jis niekada negrįžta, kad ir ką sakytų taisyklės; galite jį sukurti iš naujo.',
  operator: 'Tai keliauja šios paslaugos valdytojui, kol nesukuriate slapyvardžio šiuo vardu.',
  reverse: 'Taip atrodo adresai, kuriais atsakoma slapyvardžio vardu: laiškai iš jo slapyvardžio nesukuria.',
  make: 'Slapyvardį sukuria pirmas laiškas, pasirodęs esąs ne šlamštas.',
  makesNothingYet: 'Ši taisyklė sukurtų slapyvardį, bet visų vardų gaudymas išjungtas: laiškai jam atmetami.',
  refuse: 'Jam skirti laiškai atmetami, kaip skirti nesamam adresui.',
  unknown: 'Jo nepriima nė viena taisyklė: laiškai atmetami, kaip skirti nesamam adresui.',
};
