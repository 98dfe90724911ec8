// From a sentence to criteria: phrases that mean something to a search, what is negated, and what was not understood.

import type { EntityName } from '../../../contract/entities.ts';
import type { Criteria, Facet, Flag, NumberRange } from '../../../rules/finder/criteria.ts';
import { ROLES, TITLE_WORDS } from '../world/vocabulary.ts';
import { FILLERS, LEXICON, LONGEST, type Meaning, NEGATIONS } from './lexicon.ts';

const NUMBER = '\\d[\\d.,]*k?';
const STAFF = '(?:employees|people|staff|headcount|ftes?|heads|workers)';
const SIZE = '(?:company size|team size|size|headcount)(?: of)?:?\\s*';
const ABOVE = '(?:more than|over|above|exceeding|>)';
const FROM = '(?:at least|from|minimum(?: of)?|min\\.?|>=|≥)';
const BELOW = '(?:fewer than|less than|under|below|<)';
const TO = '(?:up to|at most|maximum(?: of)?|max\\.?|<=|≤)';

/** `1,500`, `1.5k` → number. `1.500` is fifteen hundred, `1.5` is one and a half. */
function amountOf(text: string): number {
  const plain = text.replace(/[.,]?k?$/i, '').replace(/[.,](?=\d{3}(?:\D|$))/g, '');
  return Number(plain.replace(',', '.')) * (/k$/i.test(text) ? 1000 : 1);
}

/** From the two numbers of the pattern, or its one. */
type AmountForm = readonly [middle: string, span: (first: number, second: number) => NumberRange];

/** How a number of employees is written; the first form that fits counts. */
const FORMS: readonly AmountForm[] = [
  [`(?:between\\s+)?(${NUMBER})\\s*(?:-|–|to|and)\\s*(${NUMBER})`, (min, max) => ({ min, max })],
  [`${ABOVE}\\s*(${NUMBER})`, (min) => ({ min: min + 1, max: null })],
  [`${FROM}\\s*(${NUMBER})`, (min) => ({ min, max: null })],
  [`(${NUMBER})\\s?\\+`, (min) => ({ min, max: null })],
  [`${BELOW}\\s*(${NUMBER})`, (max) => ({ min: null, max: max - 1 })],
  [`${TO}\\s*(${NUMBER})`, (max) => ({ min: null, max })],
  [`(${NUMBER})`, (about) => ({ min: Math.round(about * 0.8), max: Math.round(about * 1.2) })],
];

const PATTERNS = FORMS.flatMap(([middle, span]) =>
  [SIZE + middle, `${middle}\\s*${STAFF}(?!\\w)`].map((text) => [new RegExp(`(?<!\\w)${text}`, 'i'), span] as const),
);

/** The number of employees, and the sentence without it. */
export function staffIn(text: string): { readonly span: NumberRange | null; readonly rest: string } {
  for (const [pattern, span] of PATTERNS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [found, first = '', second = first] = match;
    const rest = `${text.slice(0, match.index)} , ${text.slice(match.index + found.length)}`;
    return { span: span(amountOf(first), amountOf(second)), rest };
  }
  return { span: null, rest: text };
}

export interface Mention {
  readonly facet: Facet;
  readonly value: string;
  readonly isExcluded: boolean;
}

export interface ParsedText {
  readonly mentions: readonly Mention[];
  readonly flags: readonly Flag[];
  readonly employees: NumberRange | null;
  readonly nouns: ReadonlySet<EntityName>;
  readonly notUnderstood: readonly string[];
}

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

  word({ text, plain }: Word): void {
    if (plain === ',') return;
    if (/^[;.!?]$/.test(plain) || plain === 'but') this.#isExcluded = false;
    else if (NEGATIONS.has(plain)) {
      this.#isExcluded = true;
      this.#excludedFacet = null;
    }
    if (HIRING_END.has(plain)) this.#isHiring = false;
    if (/^[;.!?]$/.test(plain) || FILLERS.has(plain)) return;
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
    this.mentions.push({ ...mention, isExcluded: this.#isExcluded });
  }
}

/** Who is hired is known by function: a title stands for its own. */
function openingOf(facet: Facet, value: string): string | null {
  if (facet === 'functions') return value;
  return facet === 'titles' ? (ROLES.find(({ title }) => title === value)?.function ?? null) : null;
}

export function parseText(text: string): ParsedText {
  const keywords: string[] = [];
  const unquoted = text.replace(/["“„]([^"“”„]{1,100})["”]/g, (_, quoted: string) => {
    keywords.push(quoted.trim());
    return ' , ';
  });
  const staff = staffIn(unquoted);
  const listening = new Listening();
  const words = wordsOf(staff.rest);
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
  const quoted = keywords.map((value) => ({ facet: 'keywords' as const, value, isExcluded: false }));
  return {
    mentions: [...mentions, ...quoted],
    flags: [...flags],
    employees: staff.span ?? employees,
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
  const { mentions, flags, employees } = message;
  return {
    include: facetsOf(mentions.filter(({ isExcluded }) => !isExcluded)),
    exclude: facetsOf(mentions.filter(({ isExcluded }) => isExcluded)),
    spans: { ...(employees && { employees }) },
    flags: Object.fromEntries(flags.map((flag) => [flag, true])),
    entity: entityOf(message),
  };
}

/** The title that a word or letters stand for; null where the world has none such. */
export function titleMeant(text: string): string | null {
  return TITLE_WORDS.get(text.trim().toLowerCase()) ?? null;
}
