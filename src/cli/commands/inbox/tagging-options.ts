// The arguments and options of inbox tag and untag.

import type { Command, OptionValues } from 'commander';
import { collect, completing } from '../../session/command.ts';

export const TAGGING =
  'One request per contact, 30 per minute. If it is interrupted, the same command continues with the remaining contacts, for a day.';

export const withTagging = <O extends OptionValues, G extends OptionValues>(command: Command<[], O, G>) =>
  completing(
    command
      .argument('<contacts...>', 'ids, emails, or first and last names (- = ids on standard input)')
      .option('--tag <name|id>', 'the tag; repeatable', collect)
      .option('--from <identity>', 'only conversations with this sender: name, email or id')
      .option('--new', 'start over instead of continuing an interrupted command')
      .option('--rate <n/time>', 'another rate, such as 30/60s'),
    { '--tag': 'tags', '--from': 'identities' },
  );
