import type * as en from '#messages/key-faults.ts';

export const keyFaults: typeof en.keyFaults = {
  oneOnly: 'Nurodykite vieną iš šių: publicKey, certificate arba findByWkd',
  notFound: 'Šios pašto dėžutės teikėjas jos rakto neskelbia',
  notAsked: 'Šio teikėjo raktų katalogo pasiekti nepavyko. Pabandykite vėliau.',
  otherFingerprint: 'Tai kitas raktas nei tas, kurį peržiūrėjote',
  lookFirst: 'Šis sertifikatas pasirašytas pats savimi. Palyginę jo atspaudą, atsiųskite jį kartu.',
  openpgp: {
    unreadable: 'Tai ne viešasis OpenPGP raktas',
    too_large: 'Šis raktas per didelis',
    private: 'Tai privatusis raktas. Jis neįrašytas; reikia tik viešojo.',
    too_many_user_ids: 'Šis raktas mini daugiau nei 20 asmenų',
    other_address: 'Šis raktas mini kitą adresą nei ši pašto dėžutė',
    address_revoked: 'Šiame rakte šios pašto dėžutės adresas atšauktas',
    revoked: 'Šis raktas atšauktas',
    not_yet: 'Šis raktas dar negalioja',
    expired: 'Šio rakto galiojimas baigėsi',
    sha1: 'Šį raktą sieja tik SHA-1, kurį galima suklastoti. Atnaujinkite jo parašus.',
    weak: 'Šis raktas per silpnas: RSA reikia bent 2048 bitų, o seni algoritmai netinka',
    no_encryption: 'Šis raktas neturi dalies, kuria būtų galima šifruoti laiškus',
  },
  smime: {
    unreadable: 'Tai ne sertifikatas',
    too_large: 'Šis sertifikatas per didelis',
    private: 'Čia yra privatusis raktas. Jis neįrašytas; reikia tik sertifikato.',
    other_address: 'Šis sertifikatas mini kitą adresą nei ši pašto dėžutė',
    not_yet: 'Šis sertifikatas dar negalioja',
    expired: 'Šio sertifikato galiojimas baigėsi',
    sha1: 'Šis sertifikatas pasirašytas SHA-1 arba MD5, kuriuos galima suklastoti',
    weak: 'Šis sertifikatas per silpnas: RSA reikia bent 2048 bitų',
    no_encryption: 'Šis sertifikatas neskirtas laiškams šifruoti',
  },
};
