// Which 8-bit encoding a text is in that is not UTF-8: what the detector ranks highest of those in which its words are words.

import { getOwn } from '../../../contract/json.ts';
import { codePage, windows1252 } from './eight-bit.ts';

interface EncodingCandidate {
  readonly name: string;
  /** Another is only known, so that its texts are not taken for one of these. */
  readonly isGuessed: boolean;
  /** How common it is beside others: short texts fit several. */
  readonly weight: number;
  /** By how much it has to be better than the next that reads another text: two bytes a character fit by chance. */
  readonly lead: number;
  /** What its texts do not have: letters of other languages. */
  readonly never?: RegExp;
  /** What the detector gives its texts at least. */
  readonly least?: number;
}

const DOUBLE_LEAD = 2;
/** Few characters may be twice as many of another encoding. */
const DOUBLE_TEXT = /(?:[^\x00-\x7f][\x00-\x7f]*){4}/;
/** Letters of Ukraine or Serbia in one word with those that Russian has beside them. */
const MIXED_CYRILLIC =
  /[ЫЭЪЁыэъё][^ ]{0,60}[ЄЇІҐєїіґ]|[ЄЇІҐєїіґ][^ ]{0,60}[ЫЭЪЁыэъё]|[ЬЫЭЪЁьыэъё][^ ]{0,60}[ЅЈЉЊЋЏЂЃЌѕјљњћџђѓќ]|[ЅЈЉЊЋЏЂЃЌѕјљњћџђѓќ][^ ]{0,60}[ЬЫЭЪЁьыэъё]/;

const single = (name: string, weight = 1, never?: RegExp): EncodingCandidate => ({
  ...{ name, isGuessed: true, weight, lead: 1.1 },
  ...(never && { never }),
});
const double = (name: string, least: number, never?: RegExp): EncodingCandidate => ({
  ...{ ...single(name, 1, never), lead: DOUBLE_LEAD, least },
});
const other = (name: string): EncodingCandidate => ({ name, isGuessed: false, weight: 1, lead: 1 });

/** By the detector's names. */
const CANDIDATES: Readonly<Record<string, EncodingCandidate>> = {
  'windows-1252': single('windows-1252', 1.4),
  'windows-1250': single('windows-1250'),
  'windows-1251': single('windows-1251', 1.4, MIXED_CYRILLIC),
  'windows-1254': single('windows-1254', 1, /(?![a-zA-ZçÇğĞıİöÖşŞüÜâÂîÎûÛ])\p{L}/u),
  macroman: single('macintosh', 0.9),
  cp850: single('cp850', 0.9),
  shift_jis: double('shift_jis', 0),
  gb18030: double('gbk', 0.06, /[\u3040-\u30ff]/),
  big5: double('big5', 0.03),
  'euc-kr': double('euc-kr', 0.1),
  'euc-jp': { ...other('euc-jp'), lead: DOUBLE_LEAD },
  'iso-8859-2': other('iso-8859-2'),
  'koi8-r': other('koi8-r'),
  'windows-1253': other('windows-1253'),
  'windows-1255': other('windows-1255'),
  'windows-1256': other('windows-1256'),
  'windows-1257': other('windows-1257'),
  cp874: other('windows-874'),
  cp437: other('cp437'),
  cp852: other('cp852'),
  ibm866: other('ibm866'),
};

const SELDOM_LEAD = 1.8;
/** Bytes above 0x7F that a less common encoding takes. */
const EVIDENCE_BYTES = 3;
const WORDS_BYTES_MAX = 8_000;
/** Of so many words in which nothing else is odd, one may be: a brand, a unit. */
const WORDS_OF_ONE_ODD = 12;

/** The encoding of bytes that begin with one above 0x7F, or null where the detector cannot be sure. */
export async function guessEncoding(bytes: Uint8Array): Promise<string | null> {
  const words = highWords(bytes);
  const { default: detector } = await import('jschardet');
  const ranked = detector
    .detectAll(words, { minimumThreshold: 0 })
    .flatMap(({ encoding, confidence }) => {
      const candidate = getOwn(CANDIDATES, encoding?.toLowerCase() ?? '');
      const text = candidate && textIn(candidate.name, words);
      if (!candidate || !text || candidate.never?.test(text)) return [];
      if (!isOfWords(text)) return [];
      const isEnough = confidence >= (candidate.least ?? 0) && (candidate.lead < DOUBLE_LEAD || DOUBLE_TEXT.test(text));
      const rank = confidence * (SELDOM.test(text) ? 1 : candidate.weight);
      return [{ ...candidate, text, rank, isGuessed: candidate.isGuessed && isEnough }];
    })
    .toSorted((one, another) => another.rank - one.rank);
  const [best] = ranked;
  const found = ranked.find(({ isGuessed, text }) => isGuessed && text === best?.text);
  const next = ranked.find(({ text }) => text !== best?.text);
  const double = ranked.find(({ text, lead }) => text !== best?.text && lead === DOUBLE_LEAD);
  if (best === undefined || found === undefined) return null;
  const lead = SELDOM.test(best.text) ? SELDOM_LEAD : found.lead;
  if (next !== undefined && best.rank < next.rank * lead) return null;
  if (double !== undefined && best.rank < double.rank * DOUBLE_LEAD) return null;
  // Where both read the same, the commoner name.
  const isCommon = ranked.some(({ name, text }) => name === 'windows-1252' && text === best.text);
  if (isCommon) return 'windows-1252';
  return words.filter((byte) => byte > 0x7f).length < EVIDENCE_BYTES ? null : found.name;
}

/** The words with a byte above 0x7F, a space between them: headers and addresses in ASCII say nothing. */
function highWords(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  let words = '';
  for (const [word] of text.matchAll(/[^\s",;]{0,60}[\x80-\xff][^\s",;]{0,60}/g)) {
    if (words.length + word.length > WORDS_BYTES_MAX) break;
    words += `${word} `;
  }
  return Buffer.from(words, 'latin1');
}

/** Null where a byte is none of the encoding. */
function textIn(name: string, words: Buffer): string | null {
  if (name === 'windows-1252') return windows1252(words);
  try {
    return codePage(name)?.(words) ?? new TextDecoder(name, { fatal: true }).decode(words);
  } catch {
    return null;
  }
}

/** Letters of another script, symbols within a word, capitals behind small letters: a text that is read in the wrong encoding. */
function isOfWords(text: string): boolean {
  const words = text.split(' ').filter((word) => word !== '');
  const odd = words.filter(isOdd).length;
  return odd === 0 || odd * WORDS_OF_ONE_ODD <= words.length;
}

const NEVER = /[\x80-\x9f\uFFFD\p{Co}\p{Cn}\u2500-\u259f]/u;
const SYMBOL_IN_WORD = /\p{L}(?![ªº])[^\x00-\x7f\p{L}\p{M}\p{N}\u00a0\u00b7\u2010-\u2019]\p{L}/u;
const SYMBOL_BEFORE_WORD = /(?:^|[\x20-\x40])[¡-¿×÷†‡•™…‰](?<![«»¡¿©®°·])\p{L}/u;
const SYMBOL_BEHIND_LETTER = /\p{L}ƒ|ƒ\p{L}|\p{L}[¹³¼½¾¦¬±µ¶¤¥¢£¯¨¸×÷]|[ªº¹²³¼½¾]\p{L}/u;
const CAPITAL_IN_WORD = /\p{Ll}(?![A-Z])\p{Lu}|\p{Lu}(?![A-Z])\p{Lu}\p{Ll}/u;
const MIXED_SCRIPTS =
  /\p{sc=Latin}\p{sc=Han}\p{Ll}|\p{sc=Bopomofo}\p{sc=Latin}|\p{sc=Hangul}\p{sc=Han}|\p{sc=Han}\p{sc=Hangul}|\p{sc=Latin}(?=[\p{sc=Cyrillic}\p{sc=Greek}\uff61-\uff9f])|[\p{sc=Cyrillic}\p{sc=Greek}\uff61-\uff9f](?=\p{sc=Latin})/u;
const ODD = [NEVER, SYMBOL_IN_WORD, SYMBOL_BEFORE_WORD, SYMBOL_BEHIND_LETTER, CAPITAL_IN_WORD, MIXED_SCRIPTS];
/** Letters of Iceland, and one of hardly any name: in another encoding they are those of Turkey or Latvia. */
const SELDOM = /[ÐðÝÞþŸ]/;

/** A word that was damaged before, `MÃ¼ller`: of the text it says nothing. */
const DOUBLE_ENCODED = /[ÂÃ][\u0080-\u00bf]/;

function isOdd(word: string): boolean {
  if (DOUBLE_ENCODED.test(word)) return false;
  if (ODD.some((pattern) => pattern.test(word))) return true;
  const letters = word.match(/\p{sc=Latin}/gu) ?? [];
  const accented = letters.filter((letter) => letter > '\x7f').length;
  return letters.length > 3 && accented * 2 > letters.length;
}
