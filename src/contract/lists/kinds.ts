// What a list holds. Free of zod: the CLI reads it.

export const LIST_KINDS = ['CONTACT', 'COMPANY'] as const;
export type ListEntity = (typeof LIST_KINDS)[number];
