// 120 files, 10 snapshots and 200 command lines made from a seed: every one ends with a code of the table and without a stack trace.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/terminal/exit.ts';
import { virtualClock } from '../clock.ts';
import { reachForAllTests } from '../opened.ts';

const SEED = 20261122;
const { random } = virtualClock({ seed: SEED });
const below = (most: number) => Math.floor(random() * most);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;

const CODES = new Set<number>(Object.values(EXIT).filter((code) => code !== EXIT.bug));

const reach = reachForAllTests({ empty: false });
beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) reach.write(name, text);
});

const FILES = {
  'people.csv': 'First name,Last name,Email\nAda,Byron,ada@x.example\n',
  'campaign.yaml':
    'name: Q3\nsteps:\n  - type: email\n    subject: Hi\n    content: Hi {firstName}\n    delay: 2 days\n',
  'workflow.yaml':
    'name: W\ntrigger: { type: MANUAL }\nnodes:\n  - { id: a, kind: BLOCK, blockId: VERIFY_LEAD_EMAIL, inputs: {}, next: [""] }\n',
  'playbook.yaml': 'faqs:\n  - question: Price?\n    answer: Ten.\n',
  'people.json': '[{"First name":"Ada","Last name":"Byron","Email":"ada@x.example"},{"First name":null}]',
  'filters.yaml': 'include:\n  jobTitle: [CTO, "CEO"]\nexclude: { createdAt: { startDate: 2026-01-01 } }\n',
  'input.yaml': 'firstName: Ada\nlastName: Byron\njobTitle: [CTO, "CEO"]\n',
  'run.yaml': 'contactIds: [1, 2]\nactions:\n  - type: VERIFY_LEAD_EMAIL\n',
  'variable.yaml':
    'kind: ai-variable\nname: Role\nentity: CONTACT\nprompt: Given {jobTitle}?\noutputSchema: { type: oneOf, values: [a, 0123] }\n',
  'outreach/reach.yaml': 'profile: local\nprune: false\nnames: { local: { identity: { A: B } } }\n',
  'outreach/lists/a.yaml': 'name: A\nentity: CONTACT\n',
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
    ...'| > % @ `'.split(' '),
    '\u2028',
    '\u202E',
    '😀',
    '\uD800',
    ...'null ~ 1e999 0x7f .inf'.split(' '),
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
  'people.json': ['contacts import FILE --dry-run', 'companies import FILE --dry-run'],
  'input.yaml': ['contacts create --input FILE --custom --dry-run', 'api POST /v1/contacts --input FILE --dry-run'],
  'filters.yaml': ['contacts search --filters FILE --limit 1', 'contacts export --filters FILE'],
  'run.yaml': ['action lint FILE', 'action run FILE --dry-run'],
  'variable.yaml': ['ai lint FILE', 'ai variable create --input FILE --dry-run'],
  'outreach/reach.yaml': ['lint outreach', 'plan outreach'],
  'outreach/lists/a.yaml': ['lint outreach', 'plan outreach', 'apply --dry-run'],
} as const;

const NAMES = Object.keys(FILES) as (keyof typeof FILES)[];

test(`120 files, seed ${SEED}`, async () => {
  for (let count = 0; count < 120; count += 1) {
    const name = oneOf(NAMES);
    const isInFolder = name.startsWith('outreach/');
    // Each file of a folder by itself: the others of it are sound.
    const file = isInFolder ? name : `spoiled-${name}`;
    reach.write(file, spoiled(FILES[name]));
    await end(oneOf(READERS[name]).replace('FILE', file).split(' '));
    if (isInFolder) reach.write(file, FILES[name]);
  }
});

/** Some bytes gone, cut off, or others. */
function spoiledBytes(whole: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(whole);
  const how = below(3);
  if (how === 0) return bytes.subarray(0, below(bytes.length));
  for (let times = 1 + below(20); times > 0; times -= 1) {
    // Half of them in the header and the schema.
    const at = below(random() < 0.5 ? 8192 : bytes.length);
    if (how === 1) bytes[at] = below(256);
    else bytes.fill(0, at, at + below(2000));
  }
  return bytes;
}

test(`10 snapshots, seed ${SEED}`, async () => {
  expect((await reach.run(`local snapshot ${join(reach.home, 'whole.db')}`)).code).toBe(0);
  const whole = readFileSync(join(reach.home, 'whole.db'));
  for (let count = 0; count < 10; count += 1) {
    reach.write('spoiled.db', spoiledBytes(whole));
    await end(['local', 'restore', 'spoiled.db', '--yes']);
  }
  expect((await reach.run('local restore whole.db --yes')).code).toBe(0);
  // The operator is told of damage as well.
  for (const bug of reach.world.bugs.splice(0)) expect(bug).toMatchObject({ code: 'ERR_SQLITE_ERROR' });
});

interface Listed {
  readonly path: string;
  readonly arguments?: readonly unknown[];
  readonly options?: readonly { readonly flags: string }[];
}

const WORDS = [
  ...['', ' ', ...'- -- . .. / 0 -1 1 7 999999 1e3 9007199254740993 Ada ada@x.example'.split(' ')],
  ...['%', '%zz', 'a=b', 'a:=1', 'a:={', '=', ':=', '__proto__', 'constructor', 'toString=1', '😀', '\u202E', "'", '"'],
  ...'campaign.yaml people.csv missing.yaml /dev/null [ * (a+)+$ 25d 999999999999d 0s 1,2,3'.split(' '),
];

test(`200 command lines, seed ${SEED}`, async () => {
  const listed: readonly Listed[] = JSON.parse((await reach.run('commands --json')).stdout);
  // What does not end, works on a terminal or on the file system at large is tried by itself.
  const commands = listed.filter(({ path }) => !/^(serve|mcp|demo|completion install|auth login)/.test(path));
  for (let count = 0; count < 200; count += 1) {
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
