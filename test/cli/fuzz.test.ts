// 300 files and 500 command lines made from a seed: every one ends with a code of the table and without a stack trace.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/app/exit.ts';
import { virtualClock } from '../clock.ts';
import { openReach, type Reach } from './world.ts';

const SEED = 20261122;
const { random } = virtualClock({ seed: SEED });
const below = (most: number) => Math.floor(random() * most);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;

const CODES = new Set<number>(Object.values(EXIT).filter((code) => code !== EXIT.bug));

let reach: Reach;
beforeAll(async () => {
  reach = await openReach({ empty: false });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(reach.home, name), text);
});
afterAll(() => reach.close());

const FILES = {
  'people.csv': 'First name,Last name,Email\nAda,Byron,ada@x.example\n',
  'campaign.yaml':
    'name: Q3\nsteps:\n  - type: email\n    subject: Hi\n    content: Hi {firstName}\n    delay: 2 days\n',
  'workflow.yaml':
    'name: W\ntrigger: { type: MANUAL }\nnodes:\n  - { id: a, kind: BLOCK, blockId: VERIFY_LEAD_EMAIL, inputs: {}, next: [""] }\n',
  'playbook.yaml': 'faqs:\n  - question: Price?\n    answer: Ten.\n',
};

async function end(line: readonly string[], stdin?: string): Promise<void> {
  const { code, stderr, stdout } = await reach.run(line, stdin === undefined ? {} : { stdin });
  const what = `${JSON.stringify(line)}\n${stderr}`;
  expect(CODES.has(code), `exit ${code}: ${what}`).toBe(true);
  expect(stderr, what).not.toMatch(/^ +at .*:\d+/m);
  expect(`${stdout}${stderr}`, what).not.toMatch(/\[object Object\]/);
}

/** Pieces that readers of files trip over. */
const PIECES = [
  ...['', '\0', '\uFEFF', '\r', '\t', '"', "'", '- ', ': ', '? ', '&a ', '*a', '!!js ', '<<: *a', '{', '}', '[', ']'],
  ...[
    '|',
    '>',
    '%',
    '@',
    '`',
    '\u2028',
    '\u202E',
    '😀',
    '\uD800',
    'null',
    '~',
    '1e999',
    '0x7f',
    '.inf',
    '__proto__: 1',
  ],
  ...[
    'constructor: x',
    'steps: 5',
    'nodes: {}',
    'name: 2024',
    'delay: 99999999999 days',
    '---\n',
    '...\n',
    '\n\n',
    '  ',
  ],
];

/** The text with some bytes gone, doubled, or with a piece put in. */
function spoiled(text: string): string {
  let now = text;
  for (let times = 1 + below(4); times > 0; times -= 1) {
    const at = below(now.length + 1);
    const to = Math.min(now.length, at + below(12));
    const how = below(3);
    if (how === 0) now = now.slice(0, at) + now.slice(to);
    else if (how === 1) now = now.slice(0, to) + now.slice(at);
    else now = now.slice(0, at) + oneOf(PIECES) + now.slice(at);
  }
  return now;
}

const READERS = {
  'people.csv': [
    'contacts import FILE --dry-run',
    'contacts import FILE --custom --dry-run --against local',
    'companies import FILE --dry-run',
  ],
  'campaign.yaml': [
    'campaign lint FILE',
    'campaign create FILE --dry-run',
    'campaign graph FILE',
    'campaign lint FILE -o sarif',
  ],
  'workflow.yaml': [
    'workflow lint FILE',
    'workflow create FILE --dry-run',
    'workflow graph FILE',
    'workflow validate FILE',
  ],
  'playbook.yaml': ['playbook lint FILE', 'playbook apply FILE --dry-run --yes', 'playbook diff FILE'],
} as const;

test(`300 files, seed ${SEED}`, { timeout: 120_000 }, async () => {
  for (let count = 0; count < 300; count += 1) {
    const name = oneOf(['people.csv', 'campaign.yaml', 'workflow.yaml', 'playbook.yaml'] as const);
    const [stem, ending] = name.split('.');
    const file = `${stem}-spoiled.${ending}`;
    writeFileSync(join(reach.home, file), spoiled(FILES[name]));
    await end(oneOf(READERS[name]).replace('FILE', file).split(' '));
  }
});

interface Listed {
  readonly path: string;
  readonly arguments?: readonly unknown[];
  readonly options?: readonly { readonly flags: string }[];
}

const WORDS = [
  ...[
    '',
    ' ',
    '-',
    '--',
    '.',
    '..',
    '/',
    '0',
    '-1',
    '1',
    '7',
    '999999',
    '1e3',
    '9007199254740993',
    'Ada',
    'ada@x.example',
  ],
  ...['%', '%zz', 'a=b', 'a:=1', 'a:={', '=', ':=', '__proto__', 'constructor', 'toString=1', '😀', '\u202E', "'", '"'],
  ...[
    'campaign.yaml',
    'people.csv',
    'missing.yaml',
    '/dev/null',
    '[',
    '*',
    '(a+)+$',
    '25d',
    '999999999999d',
    '0s',
    '1,2,3',
  ],
];

test(`500 command lines, seed ${SEED}`, { timeout: 120_000 }, async () => {
  const listed: readonly Listed[] = JSON.parse((await reach.run('commands --json')).stdout);
  // What does not end, works on a terminal or on the file system at large is tried by itself.
  const commands = listed.filter(({ path }) => !/^(serve|mcp|demo|completion install|auth login)/.test(path));
  for (let count = 0; count < 500; count += 1) {
    const { path, arguments: places = [], options = [] } = oneOf(commands);
    const line = path.split(' ');
    for (let words = below(places.length + 2); words > 0; words -= 1) line.push(oneOf(WORDS));
    for (let flags = below(4); flags > 0 && options.length > 0; flags -= 1) {
      const { flags: text } = oneOf(options);
      const name = /--[\w-]+/.exec(text)?.[0];
      if (name === undefined || /--(profile|base-url|watch|wait|editor|file|results|rejects|out)\b/.test(name))
        continue;
      line.push(name);
      if (text.includes('<')) line.push(oneOf(WORDS));
    }
    line.push('--timeout', '1s');
    await end(random() < 0.5 ? line.slice(0, -2) : line, random() < 0.2 ? spoiled('{"a":1}') : undefined);
  }
});
