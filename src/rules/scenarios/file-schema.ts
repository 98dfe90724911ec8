// The JSON Schema (draft-07) of scenario files. `reach test` and `reach lint` check a file by the same shapes.

import type { JsonObject } from '../../contract/json.ts';
import { fileSchema, objectAt } from '../../contract/json-schema.ts';
import { Scenario } from './schema.ts';

export function scenarioFileSchema(): JsonObject {
  const { $schema: draft, ...shape } = fileSchema(Scenario);
  return {
    $schema: draft,
    title: 'Scenario',
    description: 'What is given, what happens, what is expected: `reach test` plays it on a service in memory.',
    ...shape,
    properties: { $schema: { type: 'string' }, ...objectAt(shape, 'properties') },
    patternProperties: { '^x-': true },
  };
}
