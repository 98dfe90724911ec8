import type { View } from '../../terminal/formats/cells.ts';

export const companyView: View = {
  noun: 'company',
  plural: 'companies',
  hasCustomFields: true,
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'name' },
    { key: 'domain' },
    { key: 'industry' },
    { key: 'numberOfEmployees', kind: 'number' },
    { key: 'leadsCount', kind: 'number' },
    { key: 'updatedAt', kind: 'time', isExtra: true },
  ],
};

/** What creating or merging one company answers. */
export const companyResultView: View = {
  noun: 'company',
  plural: 'companies',
  hasCustomFields: true,
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'outcome' },
    { key: 'matchedBy' },
    { key: 'name' },
    { key: 'domain' },
    { key: 'appUrl', kind: 'link' },
  ],
};
