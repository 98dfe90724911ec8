// The JSON Schema of reach.yaml, the settings of an outreach folder, as text.

import { ALIASED } from '../../../rules/outreach/kinds.ts';

/** Text needs no quotes here either. */
const NAME = { type: ['string', 'number', 'boolean'], minLength: 1 };

const SETTINGS_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Outreach folder',
  description: 'The settings of an outreach folder (reach.yaml). No secrets: keys are in profiles.',
  type: ['object', 'null'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    profile: {
      ...NAME,
      pattern: '\\S',
      maxLength: 100,
      description: 'The profile, unless a flag or the environment names another.',
    },
    prune: { type: 'boolean', default: false, description: 'Whether plan and apply prune by default.' },
    names: {
      type: 'object',
      description: 'Profile → names that differ in its workspace.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(
          ALIASED.map((kind) => [
            kind,
            {
              type: 'object',
              additionalProperties: NAME,
              description: 'The name in files: the name in that workspace.',
            },
          ]),
        ),
      },
    },
  },
  patternProperties: { '^x-': true },
};

export function settingsSchemaText(): string {
  return `${JSON.stringify(SETTINGS_SCHEMA, null, 2)}\n`;
}
