// Which of the standard fields are booleans: on the command line `isInCRM=true` means a boolean there.

const BOOLEANS = new Set(['isInCRM', 'isCompanyInCRM']);

export const isBooleanField = (name: string): boolean => BOOLEANS.has(name);
