// From a sentence to criteria: phrases that mean something to a search, what is negated, and what was not understood.

import { getOwn } from '../../../contract/dictionary.ts';
import type { EntityName } from '../../../contract/entities.ts';
import type { Criteria, Facet, Flag, NumberRange } from '../../../rules/finder/criteria.ts';
import { ROLES, TITLE_WORDS } from '../world/vocabulary.ts';
import { FILLERS, LEXICON, LONGEST, type Meaning, NEGATIONS } from './lexicon.ts';

const NUMBER = '\\d[\\d.,]*\\s?(?:k|m|mn|bn|b|million|billion|thousand)?';
const MONEY = `(?:[$€£]|usd |eur )?\\s?${NUMBER}`;
const STAFF = '(?:employees|people|staff|headcount|ftes?|heads|workers)';
const SIZE = '(?:company size|team size|size|headcount)(?: of)?:?\\s*';
const ABOVE = '(?:more than|over|above|exceeding|>)';
const FROM = '(?:at least|from|minimum(?: of)?|min\\.?|>=|≥)';
const BELOW = '(?:fewer than|less than|under|below|<)';
const TO = '(?:up to|at most|maximum(?: of)?|max\\.?|<=|≤)';

const UNITS: Readonly<Record<string, number>> = {
  k: 1_000,
  thousand: 1_000,
  m: 1_000_000,
  mn: 1_000_000,
  million: 1_000_000,
  b: 1_000_000_000,
  bn: 1_000_000_000,
  billion: 1_000_000_000,
};

/** `1,500`, `2.5m`, `$10 million` → number; null for none. `1.500` is fifteen hundred, `1.5` is one and a half. */
function amountOf(text: string): number | null {
  const [, digits = '', unit = ''] = /(\d[\d.,]*)\s?([a-z]*)\s*$/i.exec(text.trim()) ?? [];
  const plain = digits.replace(/[.,]+$/, '').replace(/[.,](?=\d{3}(?:\D|$))/g, '');
  const value = Number(plain.replace(',', '.')) * (getOwn(UNITS, unit.toLowerCase()) ?? 1);
  return digits === '' || !Number.isFinite(value) ? null : value;
}

interface AmountForm {
  readonly pattern: RegExp;
  /** From the two numbers of the pattern, or its one. */
  readonly span: (first: number, second: number) => NumberRange;
}

/** `step`: how far beyond the number `more than` begins. */
function formsOf(number: string, before: string, after: string, step: number): AmountForm[] {
  const form = (middle: string, span: AmountForm['span']): AmountForm[] => {
    const ways = after === '' ? [before + middle] : [`${before}${middle}`, `${middle}\\s*${after}`];
    return ways.map((way) => ({ pattern: new RegExp(`(?<![\\w])${way}(?![\\w])`, 'i'), span }));
  };
  return [
    ...form(`(?:between\\s+)?(${number})\\s*(?:-|–|to|and)\\s*(${number})`, (min, max) => ({ min, max })),
    ...form(`${ABOVE}\\s*(${number})`, (min) => ({ min: min + step, max: null })),
    ...form(`${FROM}\\s*(${number})`, (min) => ({ min, max: null })),
    ...form(`(${number})\\s?\\+`, (min) => ({ min, max: null })).map(({ pattern, span }) => ({
      pattern: new RegExp(pattern.source.replace('(?![\\w])', ''), 'i'),
      span,
    })),
    ...form(`${BELOW}\\s*(${number})`, (max) => ({ min: null, max: max - step })),
    ...form(`${TO}\\s*(${number})`, (max) => ({ min: null, max })),
    ...form(`(${number})`, (about) => ({ min: Math.round(about * 0.8), max: Math.round(about * 1.2) })),
  ];
}

const STAFF_FORMS = formsOf(NUMBER, SIZE, STAFF, 1);
const MONEY_FORMS = formsOf(MONEY, '', '', 0);

/** A number that is money says so: by its sign or by its unit. */
const IS_MONEY = /[$€£]|usd|eur|\d\s?(?:k|m|mn|bn|b|million|billion|thousand)(?![a-z])/i;

interface Spoken {
  readonly span: NumberRange | null;
  /** The sentence without what was understood. */
  readonly rest: string;
}

export function staffIn(text: string): Spoken {
  return spokenIn(text, STAFF_FORMS, () => true);
}

export function moneyIn(text: string): Spoken {
  return spokenIn(text, MONEY_FORMS, (match) => IS_MONEY.test(match));
}

function spokenIn(text: string, forms: readonly AmountForm[], isMeant: (match: string) => boolean): Spoken {
  for (const { pattern, span } of forms) {
    const match = pattern.exec(text);
    if (match === null || !isMeant(match[0])) continue;
    const [first, second] = pair(match[1] ?? '', match[2] ?? '');
    if (first === null) continue;
    const rest = `${text.slice(0, match.index)} , ${text.slice(match.index + match[0].length)}`;
    return { span: span(first, second ?? first), rest };
  }
  return { span: null, rest: text };
}

/** Of `5-20M` both are millions. */
function pair(first: string, second: string): readonly [number | null, number | null] {
  const unit = /[a-z]+\s*$/i.exec(second)?.[0] ?? '';
  return [amountOf(/[a-z]\s*$/i.test(first) ? first : `${first}${unit}`), amountOf(second)];
}

/** One value that was said. */
export interface Mention {
  readonly facet: Facet;
  readonly value: string;
  readonly isExcluded: boolean;
  /** The word before it that decides what to do with it: `also`, `remove` … */
  readonly lead: string;
}

/** What a sentence says, before it is about anything. */
export interface ParsedText {
  readonly mentions: readonly Mention[];
  readonly flags: readonly Flag[];
  readonly employees: NumberRange | null;
  readonly fundingAmount: NumberRange | null;
  readonly nouns: ReadonlySet<EntityName>;
  readonly notUnderstood: readonly string[];
}

/** Words that tell what to do with what comes after them. */
const LEADS: ReadonlySet<string> = new Set(
  'also add include including plus additionally remove drop forget ignore'.split(' '),
);
/** After one of these, people are wanted by the company, not by us. */
const HIRING = new Set(['hiring', 'recruiting', 'openings', 'positions', 'vacancies']);
/** Words that end the description of whom a company is hiring. */
const HIRING_END = new Set(['in', 'with', 'at', 'from', 'using', 'that', 'who', ',', '.']);

interface Word {
  readonly text: string;
  readonly plain: string;
}

function wordsOf(text: string): Word[] {
  const found = text.match(/[\p{L}\p{N}][\p{L}\p{N}.'’+&#-]*|[,;.!?]/gu) ?? [];
  return found.flatMap((word) => {
    const bare = word.length > 1 ? word.replace(/[.'’-]+$/, '') : word;
    const text = { text: bare, plain: bare.toLowerCase() };
    // What ends a sentence ends what was said of it.
    return word.length > 1 && word.endsWith('.') ? [text, { text: '.', plain: '.' }] : [text];
  });
}

/** The longest phrase that means something, from this word on. */
function phraseAt(words: readonly Word[], at: number): { readonly meaning: Meaning; readonly length: number } | null {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    const exact = LEXICON.get(part.map(({ text }) => text).join(' '));
    const meaning = exact ?? LEXICON.get(part.map(({ plain }) => plain).join(' '));
    if (meaning !== undefined) return { meaning, length };
  }
  return null;
}

class Listening {
  readonly mentions: Mention[] = [];
  readonly flags = new Set<Flag>();
  readonly nouns = new Set<EntityName>();
  readonly notUnderstood = new Set<string>();
  employees: NumberRange | null = null;
  #isExcluded = false;
  /** What is being excluded: `without banks and insurers in France` is about France. */
  #excludedFacet: Facet | null = null;
  #isHiring = false;
  #lead = '';

  word({ text, plain }: Word): void {
    if (plain === ',') return;
    if (/^[;.!?]$/.test(plain) || plain === 'but') this.#isExcluded = false;
    else if (NEGATIONS.has(plain)) {
      this.#isExcluded = true;
      this.#excludedFacet = null;
    } else if (LEADS.has(plain)) this.#lead = plain;
    if (HIRING_END.has(plain)) this.#isHiring = false;
    if (/^[;.!?]$/.test(plain) || FILLERS.has(plain) || /^\d/.test(plain)) return;
    this.notUnderstood.add(text);
    this.#isExcluded = false;
  }

  phrase({ facet, flag, employees, noun }: Meaning, message: string): void {
    if (HIRING.has(message.split(' ').at(-1) ?? '') || HIRING.has(message)) this.#isHiring = true;
    if (flag !== undefined && !this.#isExcluded) this.flags.add(flag);
    if (employees !== undefined && !this.#isExcluded) this.employees = employees;
    if (noun !== undefined) this.nouns.add(noun);
    if (facet !== undefined) for (const value of facet[1]) this.#mention(facet[0], value);
  }

  #mention(facet: Facet, value: string): void {
    const opening = this.#isHiring ? openingOf(facet, value) : null;
    const mention = opening === null ? { facet, value } : { facet: 'openings' as const, value: opening };
    this.#excludedFacet ??= this.#isExcluded ? mention.facet : null;
    if (mention.facet !== this.#excludedFacet) this.#isExcluded = false;
    this.mentions.push({ ...mention, isExcluded: this.#isExcluded, lead: this.#lead });
  }
}

/** Who is hired is known by function: a title stands for its own. */
function openingOf(facet: Facet, value: string): string | null {
  if (facet === 'functions') return value;
  return facet === 'titles' ? (ROLES.find(({ title }) => title === value)?.function ?? null) : null;
}

/** Everything a sentence says. */
export function parseText(text: string): ParsedText {
  const keywords: string[] = [];
  const unquoted = text.replace(/["“„]([^"“”„]{1,100})["”]/g, (_, quoted: string) => {
    keywords.push(quoted.trim());
    return ' , ';
  });
  const staff = staffIn(unquoted);
  const money = moneyIn(staff.rest);
  const listening = new Listening();
  const words = wordsOf(money.rest);
  for (let at = 0; at < words.length; ) {
    const found = phraseAt(words, at);
    const word = words[at];
    if (found === null) {
      if (word !== undefined) listening.word(word);
      at += 1;
    } else {
      const message = words.slice(at, at + found.length).map(({ plain }) => plain);
      listening.phrase(found.meaning, message.join(' '));
      at += found.length;
    }
  }
  const { mentions, flags, nouns, employees, notUnderstood } = listening;
  const quoted = keywords.map((value) => ({ facet: 'keywords' as const, value, isExcluded: false, lead: '' }));
  return {
    mentions: [...mentions, ...quoted],
    flags: [...flags],
    employees: staff.span ?? employees,
    fundingAmount: money.span,
    nouns,
    notUnderstood: [...notUnderstood],
  };
}

const PERSONAL: ReadonlySet<Facet> = new Set(['titles', 'functions', 'seniorities']);

/** People are meant where their work is, else what the sentence calls them; null where it does not say. */
export function entityOf({ mentions, nouns }: Pick<ParsedText, 'mentions' | 'nouns'>): EntityName | null {
  if (mentions.some(({ facet, isExcluded }) => PERSONAL.has(facet) && !isExcluded)) return 'CONTACT';
  if (nouns.has('COMPANY')) return 'COMPANY';
  if (nouns.has('CONTACT')) return 'CONTACT';
  // `banks in London` are companies, without the word being used.
  return mentions.some(({ facet, isExcluded }) => facet === 'industries' && !isExcluded) ? 'COMPANY' : null;
}

export function facetsOf(mentions: readonly Mention[]): Record<string, string[]> {
  const facets: Record<string, string[]> = {};
  for (const { facet, value } of mentions) {
    const values = facets[facet] ?? [];
    if (!values.includes(value)) values.push(value);
    facets[facet] = values;
  }
  return facets;
}

/** The criteria of a sentence that stands alone. */
export function criteriaOfText(message: ParsedText): Criteria {
  const { mentions, flags, employees, fundingAmount } = message;
  return {
    include: facetsOf(mentions.filter(({ isExcluded }) => !isExcluded)),
    exclude: facetsOf(mentions.filter(({ isExcluded }) => isExcluded)),
    spans: { ...(employees && { employees }), ...(fundingAmount && { fundingAmount }) },
    flags: Object.fromEntries(flags.map((flag) => [flag, true])),
    entity: entityOf(message),
  };
}

/** The title that a word or letters stand for; null where the world has none such. */
export function titleMeant(text: string): string | null {
  return TITLE_WORDS.get(text.trim().toLowerCase()) ?? null;
}
