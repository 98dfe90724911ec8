// Names and codes of countries to the English name that our records have.

import { getOwn } from '../../contract/json.ts';
import { withoutInvisibleEdges } from './invisible-characters.ts';
import { isNullValue } from './null-values.ts';

/** ISO 3166-1: the two letters and the three of each country. */
const CODES =
  'AFAFG ALALB DZDZA ADAND AOAGO AGATG ARARG AMARM AUAUS ATAUT AZAZE BSBHS BHBHR BDBGD BBBRB BYBLR BEBEL BZBLZ BJBEN BTBTN ' +
  'BOBOL BABIH BWBWA BRBRA BNBRN BGBGR BFBFA BIBDI KHKHM CMCMR CACAN CVCPV CFCAF TDTCD CLCHL CNCHN COCOL KMCOM CGCOG CDCOD ' +
  'CRCRI CICIV HRHRV CUCUB CYCYP CZCZE DKDNK DJDJI DMDMA DODOM ECECU EGEGY SVSLV GQGNQ ERERI EEEST SZSWZ ETETH FJFJI FIFIN ' +
  'FRFRA GAGAB GMGMB GEGEO DEDEU GHGHA GRGRC GDGRD GTGTM GNGIN GWGNB GYGUY HTHTI HNHND HKHKG HUHUN ISISL ININD IDIDN IRIRN ' +
  'IQIRQ IEIRL ILISR ITITA JMJAM JPJPN JOJOR KZKAZ KEKEN KIKIR KPPRK KRKOR KWKWT KGKGZ LALAO LVLVA LBLBN LSLSO LRLBR LYLBY ' +
  'LILIE LTLTU LULUX MOMAC MGMDG MWMWI MYMYS MVMDV MLMLI MTMLT MHMHL MRMRT MUMUS MXMEX FMFSM MDMDA MCMCO MNMNG MEMNE MAMAR ' +
  'MZMOZ MMMMR NANAM NRNRU NPNPL NLNLD NZNZL NINIC NENER NGNGA MKMKD NONOR OMOMN PKPAK PWPLW PSPSE PAPAN PGPNG PYPRY PEPER ' +
  'PHPHL PLPOL PTPRT PRPRI QAQAT ROROU RURUS RWRWA KNKNA LCLCA VCVCT WSWSM SMSMR STSTP SASAU SNSEN RSSRB SCSYC SLSLE SGSGP ' +
  'SKSVK SISVN SBSLB SOSOM ZAZAF SSSSD ESESP LKLKA SDSDN SRSUR SESWE CHCHE SYSYR TWTWN TJTJK TZTZA THTHA TLTLS TGTGO TOTON ' +
  'TTTTO TNTUN TRTUR TMTKM TVTUV UGUGA UAUKR AEARE GBGBR USUSA UYURY UZUZB VUVUT VAVAT VEVEN VNVNM YEYEM ZMZMB ZWZWE XKXKX ' +
  'GGGGY JEJEY IMIMN GIGIB FOFRO GLGRL REREU GPGLP MQMTQ GFGUF NCNCL PFPYF BMBMU KYCYM VGVGB CWCUW AWABW GUGUM ASASM';

/** English names that change with the version of the runtime, or are longer than people write them. */
const ENGLISH: Readonly<Record<string, string>> = {
  TR: 'Turkey',
  CZ: 'Czechia',
  HK: 'Hong Kong',
  MO: 'Macao',
  MM: 'Myanmar',
  PS: 'Palestine',
  CI: "Côte d'Ivoire",
  CG: 'Congo',
  CD: 'DR Congo',
  MK: 'North Macedonia',
  BA: 'Bosnia and Herzegovina',
  TT: 'Trinidad and Tobago',
  AG: 'Antigua and Barbuda',
  ST: 'São Tomé and Príncipe',
  KN: 'Saint Kitts and Nevis',
  LC: 'Saint Lucia',
  VC: 'Saint Vincent and the Grenadines',
};

/** What else people write. */
const ALIASES: Readonly<Record<string, string>> = {
  US: 'USA|U.S.A.|U.S.|United States of America|America|Amerika|Vereinigte Staaten von Amerika|États-Unis d’Amérique|EE.UU.|EEUU|EUA|VS',
  GB: 'UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|Großbritannien|Grossbritannien|England|Schottland|Grande-Bretagne|Angleterre|Gran Bretaña|Inglaterra|Gran Bretagna|Inghilterra|Groot-Brittannië|Engeland',
  IE: 'Republic of Ireland|Eire|Éire',
  DE: 'Federal Republic of Germany|BRD|GER|Bundesrepublik Deutschland',
  NL: 'Holland|The Netherlands|NED|Niederlande|Paesi Bassi|Hollande',
  CH: 'SUI|Suisse|Svizzera|Schweiz',
  CZ: 'Czech Republic|Tschechische Republik|République tchèque|República Checa|Repubblica Ceca',
  KR: 'Korea|Republic of Korea|Korea, South|Südkorea',
  KP: 'North Korea|Nordkorea',
  RU: 'Russian Federation|Russische Föderation',
  CN: 'PRC|P.R. China|People’s Republic of China|VR China|Mainland China',
  TW: 'Taiwan, Province of China',
  HK: 'Hong Kong SAR|Hongkong',
  MO: 'Macau',
  VN: 'Viet Nam',
  LA: 'Lao PDR',
  IR: 'Islamic Republic of Iran|Iran, Islamic Republic of',
  SY: 'Syrian Arab Republic',
  AE: 'UAE|U.A.E.|VAE|Emirates',
  TR: 'Türkiye|Turkiye|Republic of Turkey',
  MM: 'Burma|Birma',
  BY: 'Weißrussland',
  MD: 'Moldawien|Republic of Moldova',
  MK: 'Macedonia|FYROM',
  BA: 'Bosnia|Bosnien',
  CI: 'Ivory Coast|Elfenbeinküste',
  CD: 'Democratic Republic of the Congo|Congo-Kinshasa',
  TZ: 'United Republic of Tanzania',
  VE: 'Bolivarian Republic of Venezuela',
  BO: 'Plurinational State of Bolivia',
  ES: 'Kingdom of Spain|ESP',
  VA: 'Vatican|Holy See',
};

/** Of vehicles, as address books of Europe have them: `D`. */
const VEHICLES = 'AAT BBE DDE EES FFR HHU IIT LLU NNO PPT SSE';

const LANGUAGES = 'en de fr es it nl pl pt sv da nb fi cs hu tr ja zh ru'.split(' ');
const COUNTRY_CHARACTERS_MAX = 80;

/** Case, accents, punctuation and the article do not count. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|die|der|la|le|les|el|los|las|il|gli|de|het) (?=\S)/, '');

interface CountryTable {
  readonly byName: ReadonlyMap<string, string>;
  readonly byCode: ReadonlyMap<string, string>;
}

let made: CountryTable | null = null;

/** Made when first asked for: the names come from the runtime's own data, and take some 10 ms. */
function table(): CountryTable {
  if (made !== null) return made;
  const byName = new Map<string, string>();
  const byCode = new Map<string, string>();
  const namesIn = LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }));
  const codes = CODES.split(' ').filter((code) => code.length === 5);
  const english = (alpha2: string): string => getOwn(ENGLISH, alpha2) ?? namesIn[0]?.of(alpha2) ?? alpha2;
  const add = (name: string | undefined, alpha2: string) => {
    const key = plain(name ?? '');
    if (key !== '' && !byName.has(key)) byName.set(key, english(alpha2));
  };
  for (const code of codes) {
    const alpha2 = code.slice(0, 2);
    byCode.set(alpha2, english(alpha2));
    byCode.set(code.slice(2), english(alpha2));
    add(english(alpha2), alpha2);
  }
  for (const code of VEHICLES.split(' ')) byCode.set(code.slice(0, 1), english(code.slice(1)));
  for (const names of namesIn) for (const code of codes) add(names.of(code.slice(0, 2)), code.slice(0, 2));
  for (const [alpha2, names] of Object.entries(ALIASES)) for (const name of names.split('|')) add(name, alpha2);
  made = { byName, byCode };
  return made;
}

/** The English name of the country that a cell means: `Frankreich`, `FR`, `FRA` → `France`. Null for one that is not known. */
export function countryName(cell: string): string | null {
  if (cell.length > COUNTRY_CHARACTERS_MAX) return null;
  const text = withoutInvisibleEdges(cell);
  if (text === '' || isNullValue(text)) return null;
  // Codes in capitals alone: `no` and `is` are words.
  const { byName, byCode } = table();
  return byCode.get(text) ?? byName.get(plain(text)) ?? null;
}
