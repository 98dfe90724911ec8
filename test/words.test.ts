// Words that a reader of the field would not use, or would read in another sense, do not occur: not as names or comments
// in the source, not in the titles of tests, not in what a user reads.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

const filesBelow = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path: relative(ROOT, path), text: readFileSync(path, 'utf8') };
    });

const sources = filesBelow('src');
const tests = filesBelow('test').filter(({ path }) => path.endsWith('.test.ts'));

/** Never the word of the field: what to write in its place. */
const BANNED = new Map([
  ['told', 'reported'],
  ['tells', 'reports'],
  ['hears', 'handles, receives'],
  ['heard', 'handled, received'],
  ['anew', 'again'],
  ['mend', 'fix'],
  ['mended', 'fixed'],
  ['doubles', 'duplicates'],
  ['somebody', 'someone'],
  ['nobody', 'no one'],
  ['deed', 'event, sending, step execution'],
  ['deeds', 'events'],
  ['wish', 'input'],
  ['hands', 'host, runtime'],
  ['utils', 'the noun of what it does'],
]);

/** As names of variables, parameters, functions, types and files also: words that say when something was written, not what it is. */
const BANNED_AS_NAMES = new Map([
  ...BANNED,
  ['given', 'input'],
  ['said', 'message'],
  ['shown', 'displayed, printed, view'],
  ['standing', 'enrolment'],
  ['standings', 'enrolments'],
]);

const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])|[_\-.]/).map((word) => word.toLowerCase());

const DECLARED =
  /\b(?:const|let|function\*?|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)|\b([a-z_$][\w$]*)\??: (?:readonly |[A-Z{(]|string|number|boolean|unknown)/g;

/** `given` is the mark of what the interface shows; a process hands over its console, and a node is heard by its listeners. */
const ALLOWED_NAMES: ReadonlySet<string> = new Set(['given', 'isGiven', 'handsOver', 'heard']);

/** Names in files that earlier versions wrote, which are still read. */
const STORED = new Set(['src/cli/import/start/import-folder.ts: shown']);

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

test('names of the source are words of the field', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(DECLARED)]
      .map(([, declared, typed]) => declared ?? typed ?? '')
      .filter((name) => !ALLOWED_NAMES.has(name) && wordsOf(name).some((word) => BANNED_AS_NAMES.has(word)))
      .map((name) => `${path}: ${name}`)
      .filter((place) => !STORED.has(place)),
  );
  expect(found).toEqual([]);
});

test('comments of the source are plain', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)]
      .filter(([comment]) => comment.split(/[^a-z]+/i).some((word) => BANNED.has(word.toLowerCase())))
      .map(([comment]) => `${path}: ${comment}`),
  );
  expect(found).toEqual([]);
});

test('files are named by words of the field', () => {
  const found = [...sources, ...tests].filter(({ path }) =>
    path.split('/').some((part) => wordsOf(part).some((word) => BANNED_AS_NAMES.has(word))),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

const TITLE =
  /\b(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1\s*,|[\])]\(\s*(['"`])((?:\\.|(?!\3)[^\\\n])*)\3\s*,/g;

test('titles of tests are plain', () => {
  const found = tests.flatMap(({ path, text }) =>
    [...text.matchAll(TITLE)]
      .map(([, , title, , row]) => title ?? row ?? '')
      .filter((title) => title.split(/[^a-z]+/i).some((word) => BANNED.has(word.toLowerCase())))
      .map((title) => `${path}: ${title}`),
  );
  expect(found).toEqual([]);
});

const PHRASES =
  /(?<!there )\bis no (?:valid|time|method|status|base URL|number)\b|\bthe service said no\b|\bmore exists\b|\bto be mended\b|\bwrong use\b|\banew\b|\bis told\b|\bare told\b/i;

/** Texts between quotes: help, notes, errors. */
const QUOTED = /'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g;

test('texts that a user reads are plain', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(QUOTED)]
      .map(([, single, template]) => single ?? template ?? '')
      .filter((quoted) => PHRASES.test(quoted))
      .map((quoted) => `${path}: ${quoted}`),
  );
  expect(found).toEqual([]);
});
