// The JSON Schema of workflow files, run by a validator that is none of ours.

import { Ajv } from 'ajv';
import { workflowFileSchema } from '../../../src/contract/workflows/file-schema.ts';
import { BLOCKS } from '../../../src/rules/workflows/blocks/catalogue.ts';

const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(
  workflowFileSchema(BLOCKS),
);

/** What the schema has against a file; nothing when it accepts it. */
export function schemaAccepts(file: unknown): string[] {
  return validate(file) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
