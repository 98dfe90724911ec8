// The JSON Schema of list files of an outreach folder as text.

import { LIST_KINDS } from '../../../contract/lists/kinds.ts';
import { asWritten } from './as-written.ts';

const LIST_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'List',
  description: 'A list of contacts or companies. Its members are not part of the file.',
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    name: { type: 'string', pattern: '\\S', maxLength: 200, description: 'Files name it: list: ICP-DACH' },
    entity: { enum: LIST_KINDS, default: 'CONTACT', description: 'What it holds.' },
  },
  patternProperties: { '^x-': true },
};

export function listSchemaText(): string {
  return `${JSON.stringify(asWritten(LIST_SCHEMA, { texts: new Set(['name']) }), null, 2)}\n`;
}
