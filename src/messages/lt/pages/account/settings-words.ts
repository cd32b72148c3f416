import type * as en from '#messages/pages/account/settings-words.ts';

export const settingsWords: typeof en.settingsWords = {
  '/settings/sign-in': 'profilis paveikslėlis prieigos raktai slaptažodis el. paštas piniginė google',
  '/settings/security': 'antrasis veiksnys 2fa autentifikatorius atkūrimo kodai seansai užrakinti viską',
  '/settings/inboxes':
    'paskirties vietos numatytoji dėžutė šifravimas raktas pgp siuntėjų taisyklės blokuoti siuntėjo vardas',
  '/settings/domains': 'dns įrašai catch-all nariai',
  '/settings/api-keys': 'naršyklės plėtinys bitwarden pašto programos smtp apple sugalvoti vardai numatytasis domenas',
  '/settings/data': 'šiukšlinė eksportas importas atsarginė kopija persikėlimas sąrašas be ryšio laiškų skaičiavimas',
};
