// What records are called: a name stands in a file only where it leads back to the same record.

import { expect, test } from 'vitest';
import { LiveNames } from '../../../../src/cli/shared/names/live-names.ts';

const named = (
  referent: 'identity' | 'campaign' | 'list',
  name: string,
  hint: 'CONTACT' | 'COMPANY' | null = null,
) => ({ referent, name, hint });

test('of two identities of a name none is meant; both keep their ids', () => {
  const names = new LiveNames('local');
  names.add('identity', 1, 'Alex');
  names.add('identity', 2, 'Alex');
  expect(names.idOf(named('identity', 'Alex'))).toBeNull();
  expect(names.unknownText(named('identity', 'Alex'))).toBe('"Alex" matches 2 identities (ids 1, 2): use the id');
  expect([names.nameOf('identity', '1'), names.nameOf('identity', '2')]).toEqual([null, null]);
});

test('of two campaigns of a name the one that is followed is meant, else the newest, or none', () => {
  const names = new LiveNames('local', {}, ['campaign']);
  const others = new LiveNames('local');
  for (const id of [1, 2]) for (const one of [names, others]) one.add('campaign', id, 'Welcome');
  expect([names, others].map((one) => one.idOf(named('campaign', 'Welcome')))).toEqual([2, null]);
  names.prefer('campaign', 1);
  expect(names.idOf(named('campaign', 'Welcome'))).toBe(1);
  expect([names.nameOf('campaign', '1'), names.nameOf('campaign', '2')]).toEqual(['Welcome', 'Welcome']);
});

test('lists of one name are distinguished by what they hold', () => {
  const names = new LiveNames('local');
  names.add('list', 1, 'A', 'CONTACT');
  names.add('list', 2, 'A', 'COMPANY');
  expect([names.idOf(named('list', 'A', 'CONTACT')), names.idOf(named('list', 'A', 'COMPANY'))]).toEqual([1, 2]);
  expect([names.nameOf('list', '1'), names.nameOf('list', '2')]).toEqual(['A', 'A']);
});

test('an alias works both ways', () => {
  const names = new LiveNames('local', { identity: { Robin: 'Outreach Team' } });
  names.add('identity', 1, 'Outreach Team');
  expect(names.idOf(named('identity', 'Robin'))).toBe(1);
  expect(names.nameOf('identity', '1')).toBe('Robin');
});
