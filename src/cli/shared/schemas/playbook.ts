// The JSON Schema of playbook files as text. Loads the contract's shapes: only commands that print or write it come here.

import { COMPANY_FIELDS, SECTION_SHAPES } from '../../../contract/playbook/sections.ts';
import { asWritten } from './as-written.ts';

/** Everything but the one flag. */
const PLAYBOOK_TEXTS = new Set(
  [...COMPANY_FIELDS, ...Object.values(SECTION_SHAPES).flatMap(({ fields }) => Object.keys(fields))].filter(
    (key) => key !== 'isMainProduct',
  ),
);

export const PLAYBOOK_SCHEMA_FILE = 'playbook.schema.json';

export async function playbookSchemaText(): Promise<string> {
  const { playbookFileSchema } = await import('../../../contract/playbook/file-schema.ts');
  return `${JSON.stringify(asWritten(playbookFileSchema(), { texts: PLAYBOOK_TEXTS }), null, 2)}\n`;
}
