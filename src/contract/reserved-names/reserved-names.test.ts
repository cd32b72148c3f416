import { describe, expect, it } from 'vitest';
import { bankNames, financeNames, commerceNames } from '#contract/reserved-names/money-names.ts';
import { accountNames, hostingNames, technologyNames } from '#contract/reserved-names/technical-names.ts';
import { healthNames, governmentNames, professionNames, roleNames } from '#contract/reserved-names/office-names.ts';
import { isReservedName } from '#contract/reserved-names/reserved-names.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

const categories = {
  accountNames,
  bankNames,
  commerceNames,
  financeNames,
  governmentNames,
  healthNames,
  hostingNames,
  professionNames,
  roleNames,
  technologyNames,
};

const everyday = words(`
  adam alan alba alex alexander alice alina amanda amelia amir amy ana anastasia andrea andrew angela anna anton
  antonio arthur asta audrey aurora austin barbara beatrice ben benjamin bella blake bruno caleb camila carl carla
  carlos carmen caroline catherine charlie charlotte chloe chris christian clara cleo colin daniel daria david dean
  deborah diana diego dominic dora edith edward elena eleanor eli elias elise elizabeth ella ellie elsa emil emily
  emma eric esther eva evan faith felix fiona francis frank freya gabriel george gina giulia grace grant greta hana
  hannah harper harry hazel heather helen henry hope hugo ian ida igor ines ingrid iris isaac isabel isla ivan ivy
  jack jacob jade james jan jane jasmine jason jean jenny jessica joan joe john jonas joseph joy julia julie justin
  kai karen karl kate kevin kim kristina kurt lana lara laura lea lena leo leon lia liam lily linda lisa logan lola
  louis lucas lucy luis luke luna maja marcus maria mario mark martha martin mary mateo max maya megan mia michael
  mila miles mohammed molly mona nadia nancy naomi natalie nathan nick nicole nina noah nora olga oliver olivia oscar
  otto owen pablo patrick paul paula peter petra philip quinn rachel ralph ray rebecca riley rita robert roman rosa
  rose ross ruby ruth ryan sam samuel sandra sara sasha seb sebastian simon sofia sophie stella steven sue susan
  sylvia tara thea theo thomas tim tina tom toni valerie vera victor vincent walter wendy will william zoe
  jankauskas kazlauskas smith jones taylor brown wilson evans walker wright green hall wood clarke jackson mueller
  schmidt fischer weber becker garcia martinez lopez rossi russo novak kowalski ivanov chen wang lee kim nguyen
  garden gardening shopping shopping-list shop newsletter newsletters netflix-free recipes cooking kitchen baking
  books reading library2026 music guitar piano movies films games gaming chess lego puzzle photo photos camera
  family mum dad kids wedding birthday holiday holidays summer winter spring camping hiking running cycling bike
  yoga gym football tennis swimming fishing sailing skiing dog cat cats horse birds plants trees coffee tea wine
  beer pizza vegan home house flat renting car cars bus train work job jobs freelance cv study science history art
  crafts knitting sewing diy tools blog forum forums chat social dating travel trip flights hotel beach weather news
  politics podcast radio tv streaming downloads trial trials coupons deals discount sale sales2026 bids auctions
  my-alias paused private open free special junk stuff random misc me2026 first second third old-inbox x a1 b2b
`);

describe('a reserved name', () => {
  it('stands in lists of at least 80 in each category and 1,500 in all', () => {
    for (const text of Object.values(categories)) expect(new Set(words(text)).size).toBeGreaterThanOrEqual(80);
    expect(new Set(Object.values(categories).flatMap(words)).size).toBeGreaterThanOrEqual(1500);
  });

  it('stands in one list only, in plain lower case', () => {
    const all = Object.values(categories).flatMap(words);
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
    expect(all.filter((name) => !/^[a-z0-9]+$/.test(name))).toEqual([]);
  });

  it('is known by every name of the lists', () => {
    const all = Object.values(categories).flatMap(words);
    expect(all.filter((name) => !isReservedName(name))).toEqual([]);
  });

  it.each(
    words(`
      admin support info noreply postmaster abuse security billing hostmaster webmaster administrator
      crypto government paypal amazon ryanair hospital attorney cpanel
      ADMIN no-reply No_Reply n.o.r.e.p.l.y post-master -admin- 4dm1n adm1n 5upp0rt
      paypa1 bi11ing b1111ng b1lling micr0s0ft 8ank wa1let 1nfo se_cur1ty mx1
    `),
  )('is %s', (alias) => {
    expect(isReservedName(alias)).toBe(true);
  });

  it.each(['administer', 'paypal-shoes', 'my-bank-mail', 'no-reply-please', 'amazon2', 'supporter', 'mxl', 'paypai'])(
    'is not %s, which is more or other than one',
    (alias) => {
      expect(isReservedName(alias)).toBe(false);
    },
  );

  it('is none of 300 everyday names', () => {
    expect(new Set(everyday).size).toBeGreaterThanOrEqual(300);
    expect(everyday.filter(isReservedName)).toEqual([]);
  });

  it('is named in its message as it was typed', () => {
    expect(aliasFaultTexts.aliasReserved('Admin')).toBe(
      '"Admin" is a reserved alias name. Please choose a different name.',
    );
  });
});
