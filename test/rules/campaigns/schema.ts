// The JSON Schema of campaign files, run by a validator that is none of ours.

import { Ajv } from 'ajv';
import { campaignFileSchema } from '../../../src/contract/campaigns/file-schema.ts';

const validate = new Ajv({ strict: false, allErrors: true }).compile(campaignFileSchema());

/** What the schema has against a file; nothing when it accepts it. */
export function schemaAccepts(file: unknown): string[] {
  return validate(file) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
