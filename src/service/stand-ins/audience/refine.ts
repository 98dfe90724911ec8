// Feedback on a search: what it names takes the place of what was asked before, unless it says otherwise.

import { getOwn } from '../../../contract/dictionary.ts';
import { largest, smallest } from '../../../contract/extremes.ts';
import { type Criteria, FACETS, type Facet, type Facets, type NumberRange } from '../../../rules/finder/criteria.ts';
import { ROLES, SENIORITIES } from '../world/vocabulary.ts';
import { entityOf, facetsOf, type Mention, type ParsedText } from './understand.ts';

/** How people call filters when they want one gone: `any size`, `remove the country`. */
const CALLED: readonly (readonly [
  pattern: RegExp,
  facets: readonly Facet[],
  spans: readonly ('employees' | 'fundingAmount')[],
])[] = [
  [/\b(size|headcount|employees?|staff)\b/i, [], ['employees']],
  [/\b(country|countries|location|locations|region|geography|place)\b/i, ['countries', 'cities'], []],
  [/\b(city|cities)\b/i, ['cities'], []],
  [/\b(industry|industries|sector|sectors)\b/i, ['industries'], []],
  [/\b(title|titles|role|roles|function|functions|department)\b/i, ['titles', 'functions'], []],
  [/\b(seniority|seniorities|level|levels)\b/i, ['seniorities'], []],
  [/\b(technology|technologies|tech|stack)\b/i, ['technologies'], []],
  [/\b(funding|amount|stage|round)\b/i, ['fundingStages'], ['fundingAmount']],
  [/\b(keyword|keywords)\b/i, ['keywords'], []],
];

const TAKES_AWAY = /\b(?:remove|drop|forget|ignore|clear|any|without)\b\s+(?:the\s+|any\s+)?([\w\s]{1,40})/gi;
const IS_REMOVED = new Set(['remove', 'drop', 'forget', 'ignore']);
const IS_ADDED = new Set(['also', 'add', 'include', 'including', 'plus', 'additionally']);

/** `more senior` compares with what was asked before; `senior` by itself is a rank. */
const HIGHER = /\b(?:more\s+senior|higher\s+(?:up|ranks?|ranking|levels?|seniority))\b/i;
const LOWER = /\b(?:more\s+junior|less\s+senior|lower\s+(?:ranks?|levels?|seniority))\b/i;

/** Whom `more senior` or `more junior` means, in the functions of before. */
function ranked({ include }: Criteria, feedback: string): Facets {
  const isHigher = HIGHER.test(feedback);
  const roles = ROLES.filter(({ title }) => include.titles?.includes(title));
  const known = new Set<string>([...(include.seniorities ?? []), ...roles.map(({ seniority }) => seniority)]);
  const ranks = SENIORITIES.flatMap((rank, index) => (known.has(rank) ? [index] : []));
  const middle = SENIORITIES.indexOf('MANAGER');
  const seniorities = isHigher
    ? SENIORITIES.slice(0, Math.max(1, ranks.length > 0 ? smallest(ranks) : middle))
    : SENIORITIES.slice(Math.min(SENIORITIES.length - 1, ranks.length > 0 ? largest(ranks) + 1 : middle));
  const functions = roles.flatMap((role) => (role.function === null ? [] : [role.function]));
  return { seniorities, functions: [...new Set([...(include.functions ?? []), ...functions])] };
}

/** The criteria after feedback. */
export function refined(before: Criteria, feedback: string, all: ParsedText): Criteria {
  const isCompared = HIGHER.test(feedback) || LOWER.test(feedback);
  const message = isCompared ? { ...all, mentions: all.mentions.filter(({ facet }) => facet !== 'seniorities') } : all;
  // Titles that are named say it better.
  const ranks =
    isCompared && !message.mentions.some(({ facet }) => facet === 'titles') ? ranked(before, feedback) : null;
  const cleared = withoutNamed(before, feedback, message);
  const include: Record<string, readonly string[]> = { ...cleared.include };
  const exclude: Record<string, readonly string[]> = { ...cleared.exclude };
  for (const facet of FACETS) {
    const mentions = message.mentions.filter((one) => one.facet === facet);
    if (mentions.length > 0) change(facet, mentions, include, exclude);
  }
  relate(message, include);
  if (ranks !== null) {
    delete include['titles'];
    Object.assign(include, ranks);
  }
  const spans = { ...cleared.spans };
  const employees = message.employees ?? shifted(before.spans.employees, feedback);
  if (employees !== null) spans.employees = employees;
  if (message.fundingAmount !== null) spans.fundingAmount = message.fundingAmount;
  return {
    include: filled(include),
    exclude: filled(exclude),
    spans,
    flags: { ...cleared.flags, ...Object.fromEntries(message.flags.map((flag) => [flag, true])) },
    entity: isAboutPeople(include) ? 'CONTACT' : (entityOf(message) ?? before.entity),
  };
}

function change(
  facet: Facet,
  mentions: readonly Mention[],
  include: Record<string, readonly string[]>,
  exclude: Record<string, readonly string[]>,
): void {
  const values = (some: readonly Mention[]): string[] => facetsOf(some)[facet] ?? [];
  const gone = values(mentions.filter(({ isExcluded, lead }) => isExcluded || IS_REMOVED.has(lead)));
  const unwanted = values(mentions.filter(({ isExcluded }) => isExcluded));
  const wanted = mentions.filter(({ isExcluded, lead }) => !isExcluded && !IS_REMOVED.has(lead));
  const added = values(wanted);
  const isMore = wanted.some(({ lead }) => IS_ADDED.has(lead)) || wanted.length === 0;
  const kept = isMore ? (include[facet] ?? []) : [];
  include[facet] = [...new Set([...kept, ...added])].filter((value) => !gone.includes(value));
  exclude[facet] = [...new Set([...(exclude[facet] ?? []), ...unwanted])].filter((value) => !added.includes(value));
}

/** `larger companies` says nothing about whom to find there. */
function isAboutPeople(include: Readonly<Record<string, readonly string[]>>): boolean {
  return ['titles', 'functions', 'seniorities'].some((facet) => (getOwn(include, facet)?.length ?? 0) > 0);
}

/** Another country makes the cities of before wrong, and other titles the functions. */
function relate({ mentions }: ParsedText, include: Record<string, readonly string[]>): void {
  const isMessage = (facet: Facet): boolean =>
    mentions.some((one) => one.facet === facet && !one.isExcluded && one.lead === '');
  if (isMessage('countries') && !isMessage('cities')) delete include['cities'];
  if (isMessage('cities') && !isMessage('countries')) delete include['countries'];
  if (isMessage('titles') && !isMessage('functions') && !isMessage('seniorities')) {
    delete include['functions'];
    delete include['seniorities'];
  }
  if ((isMessage('functions') || isMessage('seniorities')) && !isMessage('titles')) delete include['titles'];
}

function withoutNamed(before: Criteria, feedback: string, message: ParsedText): Criteria {
  const facets = new Set<Facet>();
  const spans = new Set<string>();
  for (const [, named = ''] of feedback.matchAll(TAKES_AWAY)) {
    for (const [pattern, clearedFacets, clearedSpans] of CALLED) {
      if (!pattern.test(named)) continue;
      for (const facet of clearedFacets) facets.add(facet);
      for (const span of clearedSpans) spans.add(span);
    }
  }
  const keep = (from: Facets): Facets =>
    Object.fromEntries(Object.entries(from).filter(([name]) => !FACETS.some((one) => one === name && facets.has(one))));
  const isMessage = message.employees !== null;
  return {
    ...before,
    include: keep(before.include),
    exclude: keep(before.exclude),
    spans: Object.fromEntries(
      Object.entries(before.spans).filter(([name]) => !spans.has(name) || (name === 'employees' && isMessage)),
    ),
  };
}

/** `larger` begins where it ended, `smaller` ends where it began. */
function shifted(span: NumberRange | undefined, feedback: string): NumberRange | null {
  if (/\b(?:larger|bigger)\b/i.test(feedback)) return { min: (span?.max ?? span?.min ?? 200) + 1, max: null };
  if (/\bsmaller\b/i.test(feedback)) return { min: null, max: Math.max(1, (span?.min ?? span?.max ?? 51) - 1) };
  return null;
}

function filled(facets: Record<string, readonly string[]>): Facets {
  return Object.fromEntries(Object.entries(facets).filter(([, values]) => values.length > 0));
}
