// What a list holds, and where the value of an AI variable is stored. Free of zod: rules and CLI read it.

export const ENTITIES = ['CONTACT', 'COMPANY'] as const;
export type EntityName = (typeof ENTITIES)[number];
