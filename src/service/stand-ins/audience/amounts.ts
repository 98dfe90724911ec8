// Numbers in a sentence: how many employees, how much money.

import { own } from '../../../contract/dictionary.ts';
import type { NumberRange } from '../../../rules/finder/criteria.ts';

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
  const value = Number(plain.replace(',', '.')) * (own(UNITS, unit.toLowerCase()) ?? 1);
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

export interface Spoken {
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
