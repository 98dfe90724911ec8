import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchKeysOf } from '../../../../src/cli/import/rows/match-keys.ts';
import { companyItem, contactItem } from '../../../../src/rules/records/items.ts';
import {
  COMPANY_PRECEDENCE,
  CONTACT_PRECEDENCE,
  companyKeys,
  contactKeys,
} from '../../../../src/rules/records/matching.ts';
import { cell } from '../cell.ts';

describe('match keys', () => {
  const address = fc.oneof(
    cell,
    fc
      .tuple(
        fc.constantFrom('https://', 'http://', 'HTTPS://', ''),
        fc.constantFrom('', 'www.', 'WWW.', 'de.', 'm.', 'www.de.', 'uk.www.'),
        fc.constantFrom('network.example', 'de.com', 'a.co.uk', 'network', 'Network.Example', 'x-y.io'),
        fc.constantFrom('/in/', '/company/', '/pub/', '/in', '/', '/IN/'),
        fc.stringMatching(/^[a-zA-Z0-9%_.-]{0,8}$/),
        fc.constantFrom('', '/', '//', '/details', '?trk=1', '#x'),
      )
      .map((parts) => parts.join('')),
  );

  test('of contacts are those of the rules', () => {
    fc.assert(
      fc.property(
        fc.record({ networkProfileUrl: address, firstName: cell, lastName: cell, companyName: cell }),
        (input) => {
          const keys = contactKeys(contactItem(input));
          const wanted = CONTACT_PRECEDENCE.flatMap((name) => (keys[name] === null ? [] : [[name, keys[name]]]));
          expect(matchKeysOf('CONTACT')(input).map(({ name, key }) => [name, key])).toEqual(wanted);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('of companies too', () => {
    fc.assert(
      fc.property(fc.record({ companyNetworkUrl: address, domain: address, website: address, name: cell }), (input) => {
        const keys = companyKeys(companyItem(input).standard);
        const wanted = COMPANY_PRECEDENCE.flatMap((name) => (keys[name] === null ? [] : [[name, keys[name]]]));
        expect(matchKeysOf('COMPANY')(input).map(({ name, key }) => [name, key])).toEqual(wanted);
      }),
      { numRuns: 3_000 },
    );
  });
});
