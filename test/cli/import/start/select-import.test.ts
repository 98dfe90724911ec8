import { describe, expect, test } from 'vitest';
import { BULK_BOUNDS, type ImportOptions } from '../../../../src/cli/import/mapping/plan.ts';
import type { ImportHeader } from '../../../../src/cli/import/start/import-folder.ts';
import {
  blockedError,
  importToResume,
  selectImport,
  type WantedImport,
} from '../../../../src/cli/import/start/select-import.ts';

const OPTIONS: ImportOptions = {
  map: [],
  custom: [],
  delimiter: null,
  encoding: null,
  list: null,
  merge: true,
  limit: null,
};
const TARGET = { profile: 'p', service: 'https://api.example' };

interface Past {
  readonly id?: string;
  readonly sha?: string;
  readonly path?: string;
  readonly done?: boolean;
  readonly list?: string;
  readonly profile?: string;
  readonly entity?: 'CONTACT' | 'COMPANY';
}

function past({
  id = 'x',
  sha = 'one',
  path = '/a.csv',
  done = true,
  list,
  profile = 'p',
  entity = 'CONTACT',
}: Past): ImportHeader {
  const options = { ...OPTIONS, list: list ?? null };
  return {
    version: 1,
    id,
    entity,
    file: { shown: path, path, bytes: 1, sha256: sha, records: 1, encoding: 'utf-8' },
    target: { ...TARGET, profile },
    options,
    plan: {
      entity,
      columns: [],
      merge: true,
      list: null,
      limit: null,
      delimiter: null,
      encoding: null,
      ...BULK_BOUNDS,
    },
    results: null,
    rejects: null,
    startedAt: 1,
    finished: done ? { at: 2, counts: {} } : null,
  };
}

const WANTED: WantedImport = {
  entity: 'CONTACT',
  path: '/a.csv',
  sha256: 'one',
  target: TARGET,
  options: OPTIONS,
  again: false,
  fresh: false,
  resendUncertain: false,
};

describe('which import a command means', () => {
  test.each<[string, Past[], Partial<WantedImport>, string]>([
    ['the first ever', [], {}, 'new'],
    ['the same again', [{}], {}, 'finished x'],
    ['the same again, under another name', [{ path: '/b.csv' }], {}, 'finished x'],
    ['the same again, in earnest', [{}], { again: true }, 'new'],
    ['one that is not finished', [{ done: false }], {}, 'resumed x'],
    ['one that is not finished, even with --again', [{ done: false }], { again: true }, 'resumed x'],
    ['over again', [{ done: false }], { fresh: true }, 'new'],
    ['not finished, with other options', [{ done: false, list: 'L' }], {}, 'other_options x'],
    ['finished, with other options', [{ list: 'L' }], {}, 'new'],
    ['not finished, and changed since', [{ done: false, sha: 'two' }], {}, 'changed x'],
    ['not finished, changed since, over again', [{ done: false, sha: 'two' }], { fresh: true }, 'new'],
    ['not finished, another file', [{ done: false, sha: 'two', path: '/b.csv' }], {}, 'new'],
    ['not finished, from standard input', [{ done: false, sha: 'two' }], { path: null }, 'new'],
    ['not finished, started over and finished since', [{ done: false, id: 'old' }, { id: 'new' }], {}, 'finished new'],
    ['changed, then finished', [{ done: false, sha: 'two', id: 'old' }, { sha: 'three' }], {}, 'new'],
    ['to another service', [{ profile: 'q' }], {}, 'new'],
    ['of companies', [{ entity: 'COMPANY' }], {}, 'new'],
  ])('%s', (_, imports, wanted, input) => {
    const which = selectImport({ ...WANTED, ...wanted }, imports.map(past));
    expect('header' in which ? `${which.is} ${which.header.id}` : which.is).toBe(input);
  });
});

describe('which one is resumed', () => {
  test.each<[string, Past[], string | null, string | null, string]>([
    [
      'the newest that is not finished',
      [{ id: 'a', done: false }, { id: 'b', done: false }, { id: 'c' }],
      null,
      null,
      'b',
    ],
    [
      'of a file',
      [
        { id: 'a', done: false },
        { id: 'b', done: false, path: '/b.csv' },
      ],
      null,
      '/a.csv',
      'a',
    ],
    [
      'by its id',
      [
        { id: 'a', done: false },
        { id: 'b', done: false },
      ],
      'a',
      null,
      'a',
    ],
    ['none of that id', [], 'a', null, 'there is no import a'],
    ['a finished one', [{ id: 'a' }], 'a', null, 'import a already finished at 1970-01-01T00:00:00.002Z'],
    ['none at all', [{ id: 'a' }], null, null, 'there is no unfinished import of contacts to resume'],
  ])('%s', (_, imports, id, path, input) => {
    const found = () => importToResume(id, 'CONTACT', path, imports.map(past));
    const text = (() => {
      try {
        return found().id;
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
    })();
    expect(text).toBe(input);
  });
});

test('what is in the way says how to continue', () => {
  const header = past({ id: 'x', done: false });
  const input = (['changed', 'other_options'] as const).map((is) => {
    const { message, hint } = blockedError({ is, header }, 'a.csv', { ...header.options, list: 'VIP', skipLines: 2 });
    return `${message} | ${hint}`;
  });
  expect(input).toEqual([
    'a.csv has changed since import x started, and that import is not finished | restore the file and run reach contacts import --resume x --profile p, or start over with --new (rows that were already sent are sent again)',
    'import x of this file is not finished, and was started with another --list, --skip-lines | finish it with reach contacts import --resume x --profile p, or start over with --new (rows that were already sent are sent again)',
  ]);
});
