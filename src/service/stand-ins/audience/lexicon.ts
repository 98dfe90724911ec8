// What words and phrases mean to a search.

import { largest } from '../../../contract/extremes.ts';
import { type Facet, FLAGS, type Flag, type NumberRange } from '../../../rules/finder/criteria.ts';
import {
  BUSINESSES,
  COUNTRIES,
  FUNCTIONS,
  INDUSTRIES,
  REGIONS,
  ROUNDS,
  SENIORITY_WORDS,
  STORE_PLATFORMS,
  TECHNOLOGIES,
  TITLE_WORDS,
} from '../world/vocabulary.ts';
import WORLD from '../world/world.json';

export interface Meaning {
  readonly facet?: readonly [name: Facet, values: readonly string[]];
  readonly flag?: Flag;
  readonly employees?: NumberRange;
  /** A word for people, or for companies. */
  readonly noun?: 'CONTACT' | 'COMPANY';
}

const lexicon = new Map<string, Meaning>();

/** The first meaning of a phrase counts; `IT` and `US` only in capitals, or every "it" would be a department. */
function add(phrase: string, meaning: Meaning): void {
  const isCapital = /^(IT|US)$/.test(phrase);
  const key = isCapital ? phrase : phrase.toLowerCase();
  if (!lexicon.has(key)) lexicon.set(key, meaning);
}

function addFacet(facet: Facet, value: string, words: readonly string[]): void {
  for (const word of [value, ...words]) add(word, { facet: [facet, [value]] });
}

// `founders` are a rank before they are a title.
for (const [word, values] of SENIORITY_WORDS) add(word, { facet: ['seniorities', values] });
for (const [words, title] of TITLE_WORDS) {
  for (const phrase of [words, `${words}s`]) add(phrase, { facet: ['titles', [title]] });
  if (words.startsWith('vp ')) add(words.replace('vp ', 'vps '), { facet: ['titles', [title]] });
  if (words.startsWith('head of ')) add(words.replace('head of ', 'heads of '), { facet: ['titles', [title]] });
}
for (const { name, words } of INDUSTRIES) addFacet('industries', name, words);
for (const { name, words } of FUNCTIONS) {
  for (const word of name === 'People' || name === 'IT' ? words : [name, ...words]) {
    add(word, { facet: ['functions', [name]] });
  }
}
for (const { name, words, cities } of COUNTRIES) {
  addFacet('countries', name, words);
  for (const city of cities) addFacet('cities', city, [city.normalize('NFD').replace(/\p{M}/gu, '')]);
}
for (const [region, countries] of REGIONS) add(region, { facet: ['countries', countries] });
for (const { name, words } of TECHNOLOGIES) addFacet('technologies', name, words);
for (const name of STORE_PLATFORMS) addFacet('storePlatforms', name, [`${name} stores`, `${name} shops`]);
for (const [name, , , ...words] of ROUNDS) addFacet('fundingStages', name, words);
for (const { name, words } of BUSINESSES) addFacet('businesses', name, words);

for (const flag of FLAGS) for (const word of WORLD.flagWords[flag].split(', ')) add(word, { flag });
for (const { min, max, words } of WORLD.sizeWords) {
  for (const word of words.split(', '))
    add(word, { employees: { min, max }, ...(/st?art|comp|bus|sm[be]|ents?$|corp/.test(word) && { noun: 'COMPANY' }) });
}
for (const word of ['people', 'contacts', 'leads', 'professionals', 'persons', 'profiles', 'employees of', 'who']) {
  add(word, { noun: 'CONTACT' });
}
const COMPANY_NOUNS = 'company companies firm firms business businesses organisations organizations accounts brands';
for (const word of COMPANY_NOUNS.split(' ')) add(word, { noun: 'COMPANY' });

/** Meanings by phrase, lower case but for what only counts in capitals. */
export const LEXICON: ReadonlyMap<string, Meaning> = lexicon;

/** Words of the longest phrase. */
export const LONGEST = largest([...lexicon.keys()].map((phrase) => phrase.split(' ').length));

/** Words that say nothing by themselves. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an the and or of in at from for with to by on that which are is be have has had their our my me i we want need ' +
    'find show give get search list all any some who working work works based located headquartered near around using ' +
    'use uses run runs running level role roles title titled called like such as only also please just more than over ' +
    'least most under up between looking look department departments team teams industry sector space city ' +
    'area employees employee staff headcount sized stage round rounds series it us them they those these ' +
    'add include including plus instead but not no without except excluding exclude outside other remove drop forget ' +
    'ignore any last year years sell selling sells product based new into about within currently filters ' +
    'b2b responsible level-headed make limit restrict keep change narrow focus rather so'
  ).split(' '),
);

/** Words that exclude what follows them. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  'not no without except excluding exclude outside non nor minus remove drop forget ignore'.split(' '),
);
