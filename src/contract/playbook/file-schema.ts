// The JSON Schema (draft-07) of playbook files, made from the sections' shapes. Free of zod.

import { LIMITS } from '../limits.ts';
import { COMPANY_FIELDS, type FieldKind, PLAYBOOK_SECTIONS, SECTION_SHAPES } from './sections.ts';

type Json = Record<string, unknown>;

const TEXT: Json = { type: 'string', maxLength: LIMITS.playbookTextMax };
const TEXTS: Json = { type: 'array', items: TEXT, maxItems: LIMITS.playbookTexts };
const KINDS: Readonly<Record<FieldKind, Json>> = {
  text: TEXT,
  texts: TEXTS,
  flexible: { anyOf: [TEXT, TEXTS] },
  flag: { type: 'boolean' },
};

const ABOUT: Readonly<Record<string, string>> = {
  productsServices: 'What the company sells. Matched by name; one is the main product.',
  idealCustomerProfiles: 'Who buys it. Matched by name.',
  competitors: 'Who else sells such things. Matched by name.',
  testimonials: 'What customers say. Matched by companyName and promoterName.',
  faqs: 'What people ask. Matched by question.',
  isMainProduct: 'Promotes this product; the main product before it is none any more.',
  keyPainPoints: 'A text, or a list of texts.',
};

const described = (name: string, schema: Json): Json => {
  const description = ABOUT[name];
  return description === undefined ? schema : { ...schema, description };
};

function itemSchema(section: (typeof PLAYBOOK_SECTIONS)[number]): Json {
  const { fields, key } = SECTION_SHAPES[section];
  const properties = Object.entries(fields).map(([name, kind]) => {
    const schema = key.includes(name)
      ? { type: 'string', minLength: 1, maxLength: LIMITS.playbookKeyMax }
      : KINDS[kind];
    return [name, described(name, schema)] as const;
  });
  return { type: 'object', additionalProperties: false, required: key, properties: Object.fromEntries(properties) };
}

/** The schema of a playbook file: every section optional, `x-…` keys for anchors, `$schema`. */
export function playbookFileSchema(): Json {
  const sections = PLAYBOOK_SECTIONS.map(
    (section) => [section, described(section, { type: 'array', items: itemSchema(section) })] as const,
  );
  const company = Object.fromEntries(COMPANY_FIELDS.map((name) => [name, TEXT]));
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
    patternProperties: { '^x-': true },
  };
}
