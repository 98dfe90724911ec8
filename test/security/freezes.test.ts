// One value must not freeze the tool: each of these took from twenty seconds to six minutes where time was quadratic.

import { expect, test } from 'vitest';
import { readYaml } from '../../src/cli/files/yaml/read.ts';
import { withScheme } from '../../src/cli/import/mapping/cell-text.ts';
import { ItemReader } from '../../src/cli/import/mapping/item.ts';
import { harmless } from '../../src/cli/terminal/formats/cells.ts';
import { cut, widthFor, wrap } from '../../src/cli/terminal/formats/width.ts';
import { checkStatus } from '../../src/client/answers/reply.ts';
import { wrapped } from '../../src/presentation/graph/svg-parts.ts';
import { htmlText } from '../../src/presentation/html-text.ts';
import { fieldLabel } from '../../src/presentation/labels.ts';
import { IS_LONG } from './form.ts';

const N = IS_LONG ? 1_000_000 : 200_000;

const answer = (body: string) => {
  const request = { method: 'GET', path: '/v1/lists' } as const;
  try {
    checkStatus(request, { status: 500, headers: {}, body }, 0);
  } catch (error) {
    return error;
  }
  return null;
};

const widths = async (text: string) => {
  const widthOf = await widthFor([text]);
  return [cut(text, 20, widthOf).length < 1_000, wrap(text, 20, widthOf).length > 0];
};

const reader = () =>
  new ItemReader([{ index: 0, header: 'Website', field: 'website', kind: 'url' }], { listId: null, merge: true });

test.each<readonly [string, () => unknown]>([
  ['empty lines behind a key', () => readYaml(`a: 1\n${'\n'.repeat(N)}b: 2\n`)],
  ['empty lines in a block', () => readYaml(`a: |\n  x\n${'\n'.repeat(N)}  y\n`)],
  ['empty lines after a block', () => readYaml(`a: |\n  x\n${'\n'.repeat(N)}b: 1\n`)],
  ['keys without values', () => readYaml('a:\n'.repeat(N / 10))],
  ['lines of spaces', () => readYaml(`a: 1\n${' \n'.repeat(N)}`)],
  ['blank lines at the end', () => readYaml(`a: 1\n${'\n'.repeat(N)}`)],
  ['text that takes no room', () => widths('\u200b'.repeat(N))],
  ['marks on one letter', () => widths(`e${'\u0301'.repeat(N / 10)}`)],
  ['wide letters', () => widths('漢'.repeat(N / 10))],
  ['spaces', () => widths(`é${' '.repeat(N)}x`)],
  ['a URL cell of dots', () => [withScheme('a.'.repeat(N)), reader().read(['a.'.repeat(N)])]],
  ['a URL cell of colons', () => reader().read([`http://${'.'.repeat(N)}`])],
  ['a page of titles', () => answer('<title'.repeat(N / 6))],
  ['a page of tags', () => answer('<'.repeat(N))],
  ['a page of spaces', () => answer(' '.repeat(N))],
  ['a signature of tags', () => htmlText('<'.repeat(N))],
  ['a signature of links', () => htmlText('<a href="x">'.repeat(N / 12))],
  ['a signature of comments', () => htmlText('<!--'.repeat(N / 4))],
  ['a signature of spaces', () => htmlText(' \n'.repeat(N / 2))],
  ['a graph of spaces', () => wrapped(`a${' '.repeat(N)}b`, 100, 12, 3)],
  ['a field of capitals', () => fieldLabel('A'.repeat(N))],
  ['escapes that do not end', () => harmless('\u001b[0;'.repeat(N / 4))],
  ['titles of a terminal that do not end', () => harmless('\u001b]0;'.repeat(N / 4))],
])(
  '%s',
  async (_what, read) => {
    expect(await read()).toBeDefined();
  },
  20_000,
);
