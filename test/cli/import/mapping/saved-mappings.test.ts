import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withColumn } from '../../../../src/cli/import/mapping/edit-mapping.ts';
import { mapColumns } from '../../../../src/cli/import/mapping/map-columns.ts';
import { checkMappingName, findMapping, mapTexts } from '../../../../src/cli/import/mapping/saved-mappings.ts';
import { targetFields } from '../../../../src/cli/import/mapping/target-fields.ts';
import { failureOf } from '../../../../src/cli/terminal/exit.ts';
import { openRig, type Rig } from '../rig.ts';

const HEADER = ['Who', 'Mail', 'Mail', 'Note', ''];
const TARGETS = targetFields('CONTACT', null);
const map = (flags: string[], saved: string[] = []) => mapColumns(HEADER, { map: flags, custom: [], saved }, TARGETS);
const pairs = ({ columns }: ReturnType<typeof map>) =>
  columns.map(({ index, field }) => `${index} ${field}`).join(', ');

describe('a mapping as texts', () => {
  const mapping = map(['Who=firstName', 'Mail#2=professionalEmail', 'Mail=', 'Note=custom:Notes']);
  const texts = ['Who=firstName', 'Mail=', 'Mail#2=professionalEmail', 'Note=custom:Notes'];

  test('the second of two equal headers is kept apart, and what is left out stays so', () => {
    expect(mapTexts(mapping, HEADER)).toEqual(texts);
  });

  test('read again it is the same mapping', () => {
    expect(pairs(map([], texts))).toBe(pairs(mapping));
  });

  test.each<[string, string[], string]>([
    ['a flag decides about its column', ['Who=lastName'], '0 lastName, 2 professionalEmail, 3 Notes'],
    ['and takes its field from another', ['Note=firstName'], '2 professionalEmail, 3 firstName'],
  ])('%s', (_, flags, expected) => {
    expect(pairs(map(flags, texts))).toBe(expected);
  });
});

describe('a column goes elsewhere', () => {
  const before = map(['Who=firstName', 'Note=jobTitle']);
  test.each<[string, number, string | null, string, string]>([
    ['to another field', 3, 'lastName', '0 firstName, 1 professionalEmail, 3 lastName', 'Mail|'],
    ['to a field that another had', 3, 'firstName', '1 professionalEmail, 3 firstName', 'Who|Mail|'],
    ['nowhere', 1, null, '0 firstName, 3 jobTitle', 'Mail|Mail|'],
  ])('%s', (_, index, field, columns, skipped) => {
    const after = withColumn(before, HEADER, index, field === null ? null : { field, kind: 'text' });
    expect([pairs(after), after.skipped.map(({ header }) => header).join('|')]).toEqual([columns, skipped]);
  });
});

describe('saved on this machine', () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await openRig();
    rig.write('one.csv', 'Who,Contact\nAda,ada@x.example\n');
    rig.write('two.csv', 'Contact,Who\nbob@x.example,Bob\n');
  });
  afterEach(async () => await rig.close());
  const save = () =>
    rig.run('one.csv', { flags: { map: ['Who=firstName', 'Contact=professionalEmail'], saveMapping: 'crm' } });
  const names = async () => (await rig.records('contacts')).map(({ firstName }) => firstName).toSorted();

  test('used for a file with the same columns, in whatever order', async () => {
    expect((await save()).code).toBe(0);
    const { code, stderr } = await rig.run('two.csv');
    expect([code, await names()]).toEqual([0, ['Ada', 'Bob']]);
    expect(stderr).toContain('the saved mapping "crm" has these columns and is used; --mapping none does without');
    expect(statSync(join(rig.home, 'config', 'mappings.json')).mode & 0o777).toBe(0o600);
  });

  test('--mapping NAME, none and a name that is none', async () => {
    await save();
    expect((await rig.run('two.csv', { flags: { mapping: 'none' } })).code).toBe(2);
    const unknown = await rig.run('two.csv', { flags: { mapping: 'crn' } });
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      'error: there is no saved mapping "crn"; did you mean "crm"?\nhint: saved mappings: crm\n',
    ]);
    expect((await rig.run('two.csv', { flags: { mapping: 'crm' } })).code).toBe(0);
  });

  test('the same command again means the same import', async () => {
    await save();
    const again = await rig.run('one.csv', {
      flags: { map: ['Who=firstName', 'Contact=professionalEmail'], saveMapping: 'crm' },
    });
    expect([again.code, await names()]).toEqual([0, ['Ada']]);
    expect(again.stderr).toContain('already imported');
  });
});

test.each(['none', '', 'a b', '../x', '-x', 'x'.repeat(61)])('%j cannot be the name of a mapping', (name) => {
  expect(() => checkMappingName(name)).toThrow('cannot be the name of a mapping');
});

test.each(['[', '5', '{"a":{"map":5}}'])('a damaged file %j is an error that names it, or holds no mapping', (text) => {
  const folder = mkdtempSync(join(tmpdir(), 'reach-mappings-'));
  const paths = { config: folder, state: folder, cache: folder, data: folder };
  writeFileSync(join(folder, 'mappings.json'), text);
  try {
    expect(findMapping(paths, 'CONTACT', undefined, [])).toBeNull();
  } catch (error) {
    expect(failureOf(error).message).toBe(`cannot read ${join(folder, 'mappings.json')}: it is not JSON`);
  }
  expect(readFileSync(join(folder, 'mappings.json'), 'utf8')).toBe(text);
  rmSync(folder, { recursive: true });
});
