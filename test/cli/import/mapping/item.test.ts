import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MappedColumn } from '../../../../src/cli/import/mapping/cell.ts';
import { withScheme } from '../../../../src/cli/import/mapping/cell-text.ts';
import { ItemReader, itemProblems } from '../../../../src/cli/import/mapping/item.ts';
import { CompanyInput } from '../../../../src/contract/companies/endpoints.ts';
import { ContactInput } from '../../../../src/contract/contacts/endpoints.ts';
import { companyItem, contactItem } from '../../../../src/rules/records/items.ts';
import type { Item } from '../../../../src/rules/records/search-fields.ts';
import { cell } from '../cell.ts';

const columns = (...fields: readonly (readonly [string, MappedColumn['kind']])[]): MappedColumn[] =>
  fields.map(([field, kind], index) => ({ index, header: field, field, kind }));

const CONTACT_COLUMNS = columns(
  ['firstName', 'text'],
  ['professionalEmail', 'email'],
  ['networkProfileUrl', 'url'],
  ['Notes', 'custom'],
  ['numberOfEmployees', 'number'],
);

function read(cells: readonly string[], constants = { listId: null as number | null, merge: true }) {
  const reader = new ItemReader(CONTACT_COLUMNS, constants);
  return { item: reader.read(cells) ? reader.item() : null, isSure: reader.isSure };
}

describe('a row becomes an item', () => {
  test.each<[string, string[], Item | null, boolean]>([
    [
      'trimmed, but for custom fields',
      [' Ada ', ' a@x.example ', '', ' keep ', ''],
      { firstName: 'Ada', professionalEmail: 'a@x.example', Notes: ' keep ' },
      true,
    ],
    ['empty cells are not sent', ['', '  ', '', '', ''], null, true],
    ['missing cells are empty', ['Ada'], { firstName: 'Ada' }, true],
    [
      'leading zeros stay, except of numbers',
      ['007', '', '', '0123', '0042'],
      { firstName: '007', Notes: '0123', numberOfEmployees: 42 },
      true,
    ],
    [
      'an address gets its scheme',
      ['', '', 'network.example/in/ada', '', ''],
      { networkProfileUrl: 'https://network.example/in/ada' },
      true,
    ],
    [
      'one that has it keeps it',
      ['', '', 'HTTP://network.example/in/ada', '', ''],
      { networkProfileUrl: 'HTTP://network.example/in/ada' },
      true,
    ],
    ['what is no address is left out', ['', '', 'see below', '', ''], null, true],
    ['a bad e-mail address is left out', ['Ada', 'ada(at)x.example', '', '', ''], { firstName: 'Ada' }, true],
    ['a bad number is left out', ['', '', '', '', '1,5'], null, true],
    ...['1,000', '1.000', '1 000', "1'000", '1\u00a0000'].map(
      (text): [string, string[], Record<string, number>, boolean] => [
        `thousands as in ${text}`,
        ['', '', '', '', text],
        { numberOfEmployees: 1000 },
        true,
      ],
    ),
    ['too long is not sure', ['x'.repeat(10_001), '', '', '', ''], { firstName: 'x'.repeat(10_001) }, false],
  ])('%s', (_, cells, item, isSure) => {
    expect(read(cells)).toEqual({ item, isSure });
  });

  test('the list and the request not to merge go with every item', () => {
    expect(read(['Ada'], { listId: 7, merge: false }).item).toEqual({
      firstName: 'Ada',
      listId: 7,
      mergeWithExisting: false,
    });
  });

  test.each([
    ['acme.example', 'https://acme.example'],
    ['acme.example:8080/x', 'https://acme.example:8080/x'],
    ['//acme.example/x', 'https://acme.example/x'],
    ['https://acme.example', 'https://acme.example'],
    ['mailto:ada@acme.example', 'mailto:ada@acme.example'],
    ['n/a', 'n/a'],
    ['not an address.', 'not an address.'],
  ])('%s → %s', (input, wanted) => {
    expect(withScheme(input)).toBe(wanted);
  });
});

describe('why an item is refused', () => {
  const columns = [
    { index: 0, header: 'E-Mail', field: 'professionalEmail', kind: 'email' },
    { index: 1, header: 'networkProfileUrl', field: 'networkProfileUrl', kind: 'url' },
    { index: 2, header: 'Staff', field: 'numberOfEmployees', kind: 'number' },
  ] as const;
  const reasons = itemProblems({ entity: 'CONTACT', columns });

  test.each([
    [true, []],
    [undefined, ['jobTitle']],
  ] as const)('a length that the interface does not show, where the service decides: %s', (anyLength, refused) => {
    const problems = itemProblems({ entity: 'CONTACT', columns, ...(anyLength && { anyLength }) });
    const item = { jobTitle: 'x'.repeat(10_001), networkProfileUrl: 'https://network.example/in/ada' };
    expect(problems(item).map((text) => text.split(':')[0])).toEqual(refused);
  });

  test('every reason, with the column and the value', () => {
    expect(reasons({ professionalEmail: 'ada', networkProfileUrl: 'see below', numberOfEmployees: '1,000' })).toEqual([
      'E-Mail (professionalEmail): must be an email address, not "ada"',
      'networkProfileUrl: must be a URI such as https://example.com/in/ada, not "see below"',
      'Staff (numberOfEmployees): must be a number of at least 0, not "1,000"',
    ]);
  });

  test('a long value is cut', () => {
    expect(reasons({ professionalEmail: `${'x'.repeat(400)}@x.example` })[0]).toMatch(/, not "x{60}…"$/);
  });
});

test('an item that is sure is one that the contract and the rules take', () => {
  const input = fc.tuple(cell, cell, cell, cell, cell);
  fc.assert(
    fc.property(input, (cells) => {
      const { item, isSure } = read(cells);
      if (item === null || !isSure) return;
      expect([ContactInput.safeParse(item).success, contactItem(item).issues]).toEqual([true, []]);
    }),
    { numRuns: 2_000 },
  );
  const companyColumns = columns(
    ['name', 'text'],
    ['domain', 'text'],
    ['website', 'url'],
    ['companyNetworkUrl', 'url'],
    ['numberOfEmployees', 'number'],
  );
  fc.assert(
    fc.property(input, (cells) => {
      const reader = new ItemReader(companyColumns, { listId: null, merge: true });
      if (!reader.read(cells) || !reader.isSure) return;
      const item = reader.item();
      expect([CompanyInput.safeParse(item).success, companyItem(item).issues]).toEqual([true, []]);
    }),
    { numRuns: 2_000 },
  );
});
