// The JSON Schema (draft-07) of playbook files, made from the declarations of the items.

import { isObject, type JsonObject } from '../json.ts';
import { describedBy, fileSchema, OWN_KEYS_SCHEMA } from '../json-schema.ts';
import { LIMITS } from '../limits.ts';
import { ITEMS } from './endpoints.ts';
import { COMPANY_FIELDS, PLAYBOOK_SECTIONS, type PlaybookSection, SECTIONS } from './sections.ts';

const ABOUT: Readonly<Record<string, string>> = {
  productsServices: 'What the company sells. Matched by name; one is the main product.',
  idealCustomerProfiles: 'Who buys it. Matched by name.',
  competitors: 'Who else sells such things. Matched by name.',
  testimonials: 'What customers say. Matched by companyName and promoterName.',
  faqs: 'What people ask. Matched by question.',
  isMainProduct: 'Promotes this product; the previous main product no longer is.',
  keyPainPoints: 'A text, or a list of texts.',
};

const described = describedBy(ABOUT);

/** In a file, an empty value says that there should be none. */
function blankAllowed({ pattern: _, minItems: __, ...schema }: JsonObject): JsonObject {
  const { anyOf, type } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.map((one) => (isObject(one) ? blankAllowed(one) : one)) };
  if (type === 'boolean') return { ...schema, type: [type, 'null', 'string'], pattern: '^\\s*$' };
  return { ...schema, type: [type, 'null'] };
}

function itemSchema(section: PlaybookSection): JsonObject {
  const { key } = SECTIONS[section];
  const { $schema: _, ...item } = fileSchema(ITEMS[section], (name, property) =>
    described(name, key.includes(name) ? property : blankAllowed(property)),
  );
  return { ...item, required: key };
}

/** The schema of a playbook file: every section optional, `x-…` keys for anchors, `$schema`. */
export function playbookFileSchema(): JsonObject {
  const sections = PLAYBOOK_SECTIONS.map(
    (section) => [section, described(section, { type: 'array', items: itemSchema(section) })] as const,
  );
  const text = { type: ['string', 'null'], maxLength: LIMITS.playbookTextMax };
  const company = Object.fromEntries(COMPANY_FIELDS.map((name) => [name, text]));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Playbook',
    description:
      'An AI playbook for reach: `reach playbook lint`, `diff`, `apply`. What a file leaves out stays as it is.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      company: { type: 'object', description: 'Company fields. An empty one clears nothing.', properties: company },
      ...Object.fromEntries(sections),
    },
    patternProperties: OWN_KEYS_SCHEMA,
  };
}
