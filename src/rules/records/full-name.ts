// One name in one cell, as first and last name: by the rules that hold in the languages our users export from.

import { withoutInvisibleEdges } from './invisible-characters.ts';
import { isNullValue } from './null-values.ts';

export interface SplitName {
  readonly firstName: string;
  readonly lastName: string;
  /** `Dr.`, `Prof. Dr.`, `MBA`: kept out of both. */
  readonly titles: readonly string[];
  /** `high`: two words, a particle or a comma decide. `low`: several words could belong to either. */
  readonly confidence: 'high' | 'low';
}

/** Longer texts are not names. */
const NAME_CHARACTERS_MAX = 200;
const WORDS_MAX = 10;

const TITLES = new Set(
  'dr prof professor mr mrs ms miss mx sir dame lord lady herr frau fr hr m mme mlle sr sra srta sig sigra signor signora dott dottssa ing dipl dipl-ing mag dhr mevr drs ir rev pr'.split(
    ' ',
  ),
);
/** Behind the name. Generations belong to the last name. */
const DEGREES = new Set(
  'phd md mba bsc msc ba ma llm llb mph cpa cfa pmp esq dds dvm rn pe mag dipl-ing med jur rer nat habil hc bcom meng beng ceng'.split(
    ' ',
  ),
);
const GENERATIONS = new Set('jr sr ii iii iv junior senior filho neto'.split(' '));

/** Begin a last name of several words. */
const PARTICLES = new Set(
  'van von zu zur zum vom der den de del della dello di da do dos das du des la le les el al bin ibn ben ten ter te tot op af av'.split(
    ' ',
  ),
);
/** As particles also first names or words of them: only behind another word they begin a last name. */
const JOINED_PARTICLES = new Set(['san', 'santa', 'st', 'saint', 'mac', 'mc']);

const bare = (word: string): string => word.toLowerCase().replaceAll(/[.,'’]/g, '');

/** First and last name of a text; null where it cannot be split: one word, no letters, an address, a company's form. */
export function splitFullName(text: string): SplitName | null {
  if (text.length > NAME_CHARACTERS_MAX) return null;
  const whole = withoutInvisibleEdges(text).normalize('NFC').replaceAll(/\s+/g, ' ');
  if (whole === '' || isNullValue(whole) || /[@0-9/\\<>|;()[\]{}]/.test(whole) || COMPANY_FORM.test(whole)) return null;
  const [name, ...behind] = whole.split(/\s*,\s*/);
  const isExtra = (part: string) => !part.split(' ').every((word) => isSuffix(word) || TITLE_BEHIND.test(word));
  const extra = behind.filter(isExtra);
  if (extra.length > 1) return null;
  const suffixes = behind.filter((part) => !isExtra(part)).flatMap((part) => part.split(' '));
  return extra.length === 1 ? lastFirst(name ?? '', extra[0] ?? '', suffixes) : inOrder(name ?? '', suffixes);
}

/** `Ada Love, Dr.`; `Ing` alone may be a first name. */
const TITLE_BEHIND = /^(?:(?:dr|prof)\.?|(?:mr|mrs|ms|ing|mag|dott|dipl-ing)\.)$/i;

const COMPANY_FORM = /\b(?:gmbh|inc|ltd|llc|ag|s\.?a\.?r\.?l|b\.?v|kg|ohg|plc|s\.?p\.?a|team|support|sales|info)\.?$/i;

/** `Yo Yo Ma`, `Oumar Ba`: written as names are, they are names. */
const ALSO_NAMES = /^(?:[Mm]a|[Bb]a|[Pp]e|[Nn]at|[Mm]ed|[Jj]ur|[Mm]ag)$/;

/** Of a company: `Acme GmbH`, `sales`. */
export const hasCompanyForm = (text: string): boolean => text.length <= NAME_CHARACTERS_MAX && COMPANY_FORM.test(text);

const isSuffix = (word: string): boolean =>
  (DEGREES.has(bare(word)) && !ALSO_NAMES.test(word)) || GENERATIONS.has(bare(word));

/** Without the titles before it and the degrees behind it; at least so many words stay. */
function withoutTitles(text: string, suffixes: readonly string[], least = 2) {
  const words = text.split(' ').filter((word) => word !== '');
  const titles: string[] = [];
  // `Dr. med. Ada Love`: the faculty is a part of the title.
  const isFaculty = (word: string) => titles.length > 0 && word.endsWith('.') && DEGREES.has(bare(word));
  while (words.length > 1 && (isTitle(words[0] ?? '') || isFaculty(words[0] ?? ''))) titles.push(words.shift() ?? '');
  const degrees: string[] = [];
  let generation = suffixes.find((word) => GENERATIONS.has(bare(word))) ?? null;
  while (words.length > least && isSuffix(words.at(-1) ?? '')) {
    const word = words.pop() ?? '';
    if (generation === null && GENERATIONS.has(bare(word))) generation = word;
    else degrees.unshift(word);
  }
  return { words, titles: [...titles, ...degrees, ...suffixes.filter((word) => word !== generation)], generation };
}

/** A single letter is a title only as `M.` of French, and there it is rather an initial. */
const isTitle = (word: string): boolean => bare(word).length > 1 && TITLES.has(bare(word));

const joined = (words: readonly string[], generation: string | null): string =>
  [...words, ...(generation === null ? [] : [generation])].join(' ');

/** `Love, Ada`. */
function lastFirst(last: string, first: string, suffixes: readonly string[]): SplitName | null {
  const front = withoutTitles(first, [], 1);
  const back = withoutTitles(last, suffixes, 1);
  if (front.words.length === 0 || back.words.length === 0) return null;
  // `Love, Ada von`: as registers write it.
  const particles = front.words.length > 1 ? trailingParticles(front.words) : 0;
  const firstWords = front.words.slice(0, front.words.length - particles);
  const lastWords = [...front.words.slice(front.words.length - particles), ...back.words];
  return {
    firstName: firstWords.join(' '),
    lastName: joined(joined(lastWords, front.generation).split(' '), back.generation),
    titles: [...front.titles, ...back.titles],
    confidence: 'high',
  };
}

function trailingParticles(words: readonly string[]): number {
  let count = 0;
  while (count < words.length - 1 && PARTICLES.has(words[words.length - 1 - count] ?? '')) count += 1;
  return count;
}

/** `Ada Love`, `Ada van de Love`. */
function inOrder(text: string, suffixes: readonly string[]): SplitName | null {
  const { words, titles, generation } = withoutTitles(text, suffixes);
  if (words.length < 2 || words.length > WORDS_MAX || !words.every((word) => /\p{L}/u.test(word))) return null;
  const family = familyWords(words);
  if (family > 0) {
    const [last, first] = [joined(words.slice(0, family), generation), words.slice(family).join(' ')];
    return { firstName: first, lastName: last, titles, confidence: CHINESE_OR_KOREAN.test(last) ? 'high' : 'low' };
  }
  const particle = words.findIndex(
    (word, at) => at > 0 && at < words.length - 1 && (PARTICLES.has(bare(word)) || JOINED_PARTICLES.has(bare(word))),
  );
  const at = particle > 0 ? particle : words.length - 1;
  // `Ada Maria Love` may have two first names, `Ada García Lorca` two last names; an initial belongs to the first.
  const isSure = words.length === 2 || particle === 1 || (particle < 0 && words.slice(1, -1).every(isInitial));
  return {
    firstName: words.slice(0, at).join(' '),
    lastName: joined(words.slice(at), generation),
    titles,
    confidence: isSure ? 'high' : 'low',
  };
}

const CHINESE_OR_KOREAN = /^[\p{Script=Han}\p{Script=Hangul}々]+$/u;
const CAPITALS = /^\p{Lu}[\p{Lu}'’-]+$/u;

/** How many words at the start are a last name: `山田 太郎`, and `DE LA CRUZ Ana`, as lists of French write it. */
function familyWords(words: readonly string[]): number {
  const [first = '', second = ''] = words;
  if (words.length === 2 && CHINESE_OR_KOREAN.test(first) && !/[a-z]/i.test(second)) return 1;
  const count = words.findIndex((word) => !CAPITALS.test(word));
  return count > 0 && !INITIALS.test(words.slice(0, count).join('')) ? count : 0;
}

/** `JJ Love` and `JRR Love` begin with initials. */
const INITIALS = /^(?:..|[BCDFGHJ-NP-TVWXZ]{3,4})$/u;

const isInitial = (word: string): boolean => /^\p{Lu}\.?$/u.test(word);
