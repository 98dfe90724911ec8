// The stand-in for commander reads a command line as commander does, or leaves it to commander.

import { Command as Commander } from 'commander';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Command } from '../../../../src/cli/app/quick/command.ts';

/** The parser of an option that may be repeated. */
const collect = (value: string, before: unknown): unknown => [...(Array.isArray(before) ? before : []), value];

/** The same declarations for both. */
function declare<C extends Pick<Command, 'option' | 'argument'>>(command: C): C {
  command.option('-o, --output <format>', '').option('--json', '').option('-q, --quiet', '').option('--no-color', '');
  command
    .option('--request-timeout <duration>', '')
    .option('--where <condition>', '', collect)
    .option('--opt [word]', '');
  command.argument('<id>', '');
  return command;
}

function byCommander(words: readonly string[]) {
  const command = declare(new Commander() as unknown as Command) as unknown as Commander;
  command.exitOverride().configureOutput({ writeErr: () => {} });
  try {
    command.parse([...words], { from: 'user' });
  } catch {
    return 'refused';
  }
  return { options: { ...command.opts() }, args: command.args };
}

function byStandIn(words: readonly string[]) {
  try {
    const command = declare(new Command()).parse(words);
    return { options: { ...command.opts() }, args: command.args };
  } catch {
    return 'left to commander';
  }
}

test.each<[string, ReturnType<typeof byStandIn>]>([
  ['12 --json', { options: { color: true, json: true }, args: ['12'] }],
  ['-o ndjson 12 -q', { options: { color: true, output: 'ndjson', quiet: true }, args: ['12'] }],
  ['--output=a=b 12 --no-color', { options: { color: false, output: 'a=b' }, args: ['12'] }],
  ['12 --where a=b --where c', { options: { color: true, where: ['a=b', 'c'] }, args: ['12'] }],
  ['12 --request-timeout 2s', { options: { color: true, requestTimeout: '2s' }, args: ['12'] }],
  ...[
    '',
    '1 2',
    '--',
    '-',
    '-1',
    '1 --output',
    '1 --output -q',
    '1 -ojson',
    '1 -o=json',
    '1 --quiet=1',
    '1 --opt',
    '1 --help',
  ].map((words): [string, 'left to commander'] => [words, 'left to commander']),
])('%s', (words, expected) => {
  expect(byStandIn(words.split(' ').filter(Boolean))).toEqual(expected);
});

test('what it reads, commander reads alike', () => {
  const word = fc.constantFrom(
    ...[
      '12',
      'Ada',
      '',
      '-',
      '--',
      '--json',
      '--no-json',
      '-q',
      '-qo',
      '-o',
      '-o=x',
      '--output',
      '--output=',
      '--output=y',
    ],
    ...[
      '--color',
      '--no-color',
      '--no-color=1',
      '--where',
      '--where=a',
      '--opt',
      '--opt=a',
      '--request-timeout',
      '2s',
      '-h',
    ],
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (words) => {
      const read = byStandIn(words);
      if (read !== 'left to commander') expect(byCommander(words)).toEqual(read);
    }),
    { numRuns: 2_000 },
  );
});
