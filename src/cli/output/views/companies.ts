import type { View } from '../formats/cells.ts';

export const companyView: View = {
  noun: 'company',
  plural: 'companies',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'name', title: 'name' },
    { key: 'domain', title: 'domain' },
    { key: 'industry', title: 'industry' },
    { key: 'numberOfEmployees', title: 'employees', kind: 'number' },
    { key: 'leadsCount', title: 'contacts', kind: 'number' },
    { key: 'updatedAt', title: 'updated', kind: 'time' },
  ],
};

/** What creating or merging one company answers. */
export const companyResultView: View = {
  noun: 'company',
  plural: 'companies',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'outcome', title: 'outcome' },
    { key: 'matchedBy', title: 'matched by' },
    { key: 'name', title: 'name' },
    { key: 'domain', title: 'domain' },
    { key: 'appUrl', title: 'link', kind: 'link' },
  ],
};
