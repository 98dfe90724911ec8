// Playbooks and requests at random: few names, so that keys meet.

import * as fc from 'fast-check';
import {
  COMPANY_FIELDS,
  fieldsOfSection,
  PLAYBOOK_SECTIONS,
  type PlaybookSection,
  SECTIONS,
} from '../../../src/contract/playbook/sections.ts';

const NAMES = ['A', 'B', ' B', 'C ', 'Ünï', 'a: b', '- x', '"q"'];
const name = fc.constantFrom(...NAMES.map((text) => text.trim()));
const spaced = fc.constantFrom(...NAMES);
const text = fc.oneof(
  fc.constantFrom('x', 'two\nlines\n', ' spaces around ', '0123', 'true', '# no comment', '{firstName}'),
  fc.string({ minLength: 1, maxLength: 8 }).filter((value) => value.trim() !== ''),
);
const texts = fc.array(text, { maxLength: 3 });
const someTexts = fc.array(text, { minLength: 1, maxLength: 3 });

const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  jobTitles: texts,
  keyPainPoints: fc.oneof(text, someTexts),
  isMainProduct: fc.boolean(),
};

type Item = Record<string, unknown>;

/** An item with everything a new one needs. */
function wholeItem(section: PlaybookSection, key: fc.Arbitrary<string> = name): fc.Arbitrary<Item> {
  const { key: keys, required } = SECTIONS[section];
  const model = Object.fromEntries(
    fieldsOfSection(section).map((field) => [field, keys.includes(field) ? key : (VALUES[field] ?? text)]),
  );
  return fc.record(model, { requiredKeys: [...keys, ...required] });
}

const keyOf = (section: PlaybookSection, item: Item) => SECTIONS[section].key.map((field) => item[field]).join('\n');

/** Items of one section: no key twice, at most one main product. */
function items(section: PlaybookSection): fc.Arbitrary<Item[]> {
  return fc.uniqueArray(wholeItem(section), { maxLength: 5, selector: (item) => keyOf(section, item) }).map((all) => {
    const main = all.findIndex((item) => item['isMainProduct'] === true);
    return all.map((item, index) => {
      const { isMainProduct: _, ...rest } = item;
      return index === main ? { ...rest, isMainProduct: true } : rest;
    });
  });
}

/** A playbook as people write it: every section, or with `gaps` only some. */
export function content({ gaps = false } = {}): fc.Arbitrary<Record<string, unknown>> {
  const company = fc.record(Object.fromEntries(COMPANY_FIELDS.slice(0, 4).map((field) => [field, text])), {
    requiredKeys: [],
  });
  const sections = Object.fromEntries(PLAYBOOK_SECTIONS.map((section) => [section, items(section)]));
  return fc.record({ company, ...sections }, gaps ? { requiredKeys: [] } : {});
}

const careless = fc.oneof(
  { weight: 8, arbitrary: text },
  fc.constantFrom<unknown>('', '  ', null, 5, true, [], {}, ['x', ''], ['x', 5], 'x'.repeat(10_001)),
);

/** A body of a PUT that may have anything wrong with it. */
export function anyUpdate(): fc.Arbitrary<unknown> {
  const item = (section: PlaybookSection) =>
    fc.oneof(
      { weight: 6, arbitrary: wholeItem(section, spaced) },
      {
        weight: 2,
        arbitrary: wholeItem(section, spaced).map((whole) => Object.fromEntries(Object.entries(whole).slice(0, 2))),
      },
      fc.dictionary(fc.constantFrom(...fieldsOfSection(section), 'id', 'linkedInFilters', 'other'), careless),
      careless,
    );
  const change = (section: PlaybookSection) =>
    fc.record(
      {
        upsert: fc.array(item(section), { maxLength: 3 }),
        deleteIds: fc.array(fc.constantFrom<unknown>(1, 2, 3, 0, -1, 1.5, '1', null), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    );
  const company = fc.dictionary(fc.constantFrom(...COMPANY_FIELDS, 'companyColour'), careless, { maxKeys: 3 });
  const sections = Object.fromEntries(PLAYBOOK_SECTIONS.map((section) => [section, change(section)]));
  const body = fc.record({ company, ...sections }, { requiredKeys: [] });
  const strange = fc.constantFrom<object>(
    { idealCompanies: [] },
    { other: null },
    { faqs: { other: 1 } },
    { faqs: null },
  );
  return fc.oneof(
    { weight: 9, arbitrary: body },
    fc.tuple(body, strange).map(([sound, more]) => ({ ...sound, ...more })),
  );
}
