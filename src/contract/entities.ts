// What a list holds, and where the value of an AI variable is stored. Free of zod: rules and CLI read it.

export const ENTITIES = ['CONTACT', 'COMPANY'] as const;
export type EntityName = (typeof ENTITIES)[number];

export const NOUN = { CONTACT: 'contact', COMPANY: 'company' } as const;
export const NOUNS = { CONTACT: 'contacts', COMPANY: 'companies' } as const;

/** What workflows and signals call contacts and companies, and back. */
export const WORKFLOW_ENTITY = { CONTACT: 'LEAD', COMPANY: 'COMPANY' } as const;
export const ENTITY_OF = { LEAD: 'CONTACT', COMPANY: 'COMPANY' } as const;
