// What a list holds, as `--entity` takes it.

import { Option } from 'commander';
import { getOwn } from '../../../contract/dictionary.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { UsageError } from '../../terminal/exit.ts';

const WORDS: Readonly<Record<string, EntityName>> = {
  contacts: 'CONTACT',
  contact: 'CONTACT',
  companies: 'COMPANY',
  company: 'COMPANY',
};

function entityOf(text: string): EntityName {
  const entity = getOwn(WORDS, text.toLowerCase());
  if (entity === undefined) throw new UsageError(`--entity ${text}: contacts or companies`);
  return entity;
}

/** `contacts`, `contact`, `CONTACT` … give what the API calls it. */
export const entityOption = () =>
  new Option('--entity <kind>', 'what it holds').choices(['contacts', 'companies']).argParser(entityOf);
