// What a list holds, as `--entity` takes it.

import { Option } from 'commander';
import { own } from '../../../contract/dictionary.ts';
import type { ListEntity } from '../../../contract/lists/kinds.ts';
import { UsageError } from '../../terminal/exit.ts';

const WORDS: Readonly<Record<string, ListEntity>> = {
  contacts: 'CONTACT',
  contact: 'CONTACT',
  companies: 'COMPANY',
  company: 'COMPANY',
};

function entityOf(text: string): ListEntity {
  const entity = own(WORDS, text.toLowerCase());
  if (entity === undefined) throw new UsageError(`--entity ${text}: contacts or companies`);
  return entity;
}

/** `contacts`, `contact`, `CONTACT` … give what the API calls it. */
export const entityOption = () =>
  new Option('--entity <kind>', 'what it holds').choices(['contacts', 'companies']).argParser(entityOf);
