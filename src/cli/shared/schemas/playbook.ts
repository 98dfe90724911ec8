// The JSON Schema of playbook files as text.

import { playbookFileSchema } from '../../../contract/playbook/file-schema.ts';

export const PLAYBOOK_SCHEMA_FILE = 'playbook.schema.json';

export function playbookSchemaText(): string {
  return `${JSON.stringify(playbookFileSchema(), null, 2)}\n`;
}
