import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ItemReader } from '../../../../src/cli/import/mapping/item.ts';
import { MatchKeys } from '../../../../src/cli/import/rows/match-keys.ts';
import type { EntityName } from '../../../../src/contract/entities.ts';
import { companyItem, contactItem } from '../../../../src/rules/records/items.ts';
import {
  COMPANY_PRECEDENCE,
  CONTACT_PRECEDENCE,
  companyKeys,
  contactKeys,
} from '../../../../src/rules/records/matching.ts';
import { cell } from '../cell.ts';

const HASHED = {
  CONTACT: { columns: ['networkProfileUrl', 'firstName', 'lastName', 'companyName'], order: CONTACT_PRECEDENCE },
  COMPANY: { columns: ['companyNetworkUrl', 'domain', 'website', 'name'], order: COMPANY_PRECEDENCE },
} as const;

/** The keys of two rows by the rules, and whether both rows have the same hashes of them. */
function compared(entity: EntityName, rows: readonly [readonly string[], readonly string[]]) {
  const { columns, order } = HASHED[entity];
  const mapped = columns.map((field, index) => ({ index, header: field, field, kind: 'custom' as const }));
  const reader = new ItemReader(mapped, { listId: null, merge: true });
  const keys = new MatchKeys({ entity, merge: true }, reader);
  const [one, other] = rows.map((cells) => {
    reader.read(cells);
    keys.read();
    const item = reader.item();
    const wanted: Readonly<Record<string, string | null>> =
      entity === 'CONTACT' ? contactKeys(contactItem(item)) : companyKeys(companyItem(item).standard);
    const names: readonly string[] = order.filter((name) => wanted[name] !== null);
    const hashes = names.map((_, at) => keys.hashes[at]);
    return { wanted, names, count: keys.count, hashes };
  });
  return { names: order, one, other };
}

describe('match keys', () => {
  const address = fc.oneof(
    { arbitrary: cell, weight: 1 },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom('https://', 'http://', 'HTTPS://', ''),
          fc.constantFrom('', 'www.', 'WWW.', 'de.', 'm.', 'www.de.', 'uk.www.'),
          fc.constantFrom('network.example', 'www.com', 'a.co.uk', 'network', 'Network.Example', 'x-y.io'),
          fc.constantFrom('/in/', '/company/', '/pub/', '/in', '/', '/IN/'),
          fc.constantFrom('', 'a-d', 'A-d', 'a-%64', 'ada', 'me', 'a.d', 'ä'),
          fc.constantFrom('', '/', '//', '/details', '?trk=1', '#x'),
        )
        .map((parts) => parts.join('')),
    },
  );
  const name = fc.oneof(
    cell,
    fc.constantFrom('Ada', 'ADA', 'Žižek', '李', '-', 'n/a', 'http://www.x/', 'x', 'Ada/', 'Ada '),
  );

  test.each([
    ['CONTACT', [address, name, name, name]],
    ['COMPANY', [address, address, address, name]],
  ] as const)('of a %s: two rows have the same hashes where they have the same key by the rules', (entity, cells) => {
    const row = fc.tuple(...cells);
    fc.assert(
      fc.property(row, row, fc.boolean(), fc.boolean(), (first, second, isSameName, isSamePage) => {
        const last: [string, string, string, string] = [...second];
        if (isSameName) last.splice(1, 3, ...first.slice(1));
        if (isSamePage) last.splice(0, 1, first[0]);
        const { names, one, other } = compared(entity, [first, last]);
        if (one === undefined || other === undefined) throw new Error('two rows');
        expect([one.count, other.count]).toEqual([one.names.length, other.names.length]);
        for (const key of names) {
          const [hash, another] = [one, other].map((row) => row.hashes[row.names.indexOf(key)]);
          const isSame = one.wanted[key] !== null && one.wanted[key] === other.wanted[key];
          expect([key, hash !== undefined && hash === another]).toEqual([key, isSame]);
        }
      }),
      { numRuns: 800 },
    );
  });
});
