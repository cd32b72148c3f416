import type * as en from '#messages/key-faults.ts';

export const keyFaults: typeof en.keyFaults = {
  oneOnly: 'Geben Sie genau eines an: publicKey, certificate oder findByWkd',
  notFound: 'Der Anbieter dieses Postfachs veröffentlicht keinen Schlüssel dafür',
  notAsked: 'Das Schlüsselverzeichnis dieses Anbieters war nicht erreichbar. Bitte versuchen Sie es später erneut.',
  otherFingerprint: 'Das ist ein anderer Schlüssel als der, den Sie angesehen haben',
  lookFirst:
    'Dieses Zertifikat ist von sich selbst signiert. Senden Sie seinen Fingerabdruck mit, sobald Sie ihn verglichen haben.',
  openpgp: {
    unreadable: 'Das ist kein öffentlicher OpenPGP-Schlüssel',
    too_large: 'Dieser Schlüssel ist zu groß',
    private: 'Das ist ein privater Schlüssel. Er wurde nicht gespeichert; nur der öffentliche ist nötig.',
    too_many_user_ids: 'Dieser Schlüssel nennt mehr als 20 Personen',
    other_address: 'Dieser Schlüssel nennt eine andere Adresse als dieses Postfach',
    address_revoked: 'In diesem Schlüssel wurde die Adresse dieses Postfachs widerrufen',
    revoked: 'Dieser Schlüssel wurde widerrufen',
    not_yet: 'Dieser Schlüssel gilt noch nicht',
    expired: 'Dieser Schlüssel ist abgelaufen',
    sha1: 'Diesen Schlüssel hält nur SHA-1 zusammen, das sich fälschen lässt. Erneuern Sie seine Signaturen.',
    weak: 'Dieser Schlüssel ist zu schwach: RSA braucht mindestens 2048 Bit, und alte Verfahren zählen nicht',
    no_encryption: 'Dieser Schlüssel hat keinen Teil, für den E-Mails verschlüsselt werden können',
  },
  smime: {
    unreadable: 'Das ist kein Zertifikat',
    too_large: 'Dieses Zertifikat ist zu groß',
    private: 'Das enthält einen privaten Schlüssel. Er wurde nicht gespeichert; nur das Zertifikat ist nötig.',
    other_address: 'Dieses Zertifikat nennt eine andere Adresse als dieses Postfach',
    not_yet: 'Dieses Zertifikat gilt noch nicht',
    expired: 'Dieses Zertifikat ist abgelaufen',
    sha1: 'Dieses Zertifikat ist mit SHA-1 oder MD5 signiert, die sich fälschen lassen',
    weak: 'Dieses Zertifikat ist zu schwach: RSA braucht mindestens 2048 Bit',
    no_encryption: 'Dieses Zertifikat ist nicht zum Verschlüsseln von E-Mails gemacht',
  },
};
