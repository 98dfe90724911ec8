// `--where` and `--search`: declared once, for list, search and export.

import type { Command, OptionValues } from 'commander';
import { collect, type NoOptions, type OptionsOf } from '../../session/command.ts';

export const withConditions = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--where <condition>', 'field~text, field!=value, field>n, field=a..b, field=last-30d; repeatable', collect)
    .option('--search <name>', 'a saved search (reach search save)');

export type ConditionOptions = OptionsOf<typeof withConditions<[], NoOptions, NoOptions>>;

/** For the help of the commands that take them. */
export const WHERE_HELP = [
  'Conditions (--where), all of which must hold; quote those with < or >:',
  '',
  '  jobTitle~chief            contains the word, in any case; jobTitle~*eng* also parts of words',
  '  jobTitle!=CEO  !~intern   anything else; jobTitle!= has a value, jobTitle= has none',
  '  numberOfEmployees>=50     also < <= > and 50..200',
  '  createdAt>2026-01-01      also last-30d, and 2026-01-01..2026-03-31; a day is a UTC day',
  '',
  'What the API can filter by itself is sent; the rest is checked here, over all pages, and a note says so.',
];
