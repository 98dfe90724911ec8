import type { View } from '../../terminal/formats/cells.ts';

export const contactView: View = {
  noun: 'contact',
  plural: 'contacts',
  hasCustomFields: true,
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'firstName' },
    { key: 'lastName' },
    { key: 'jobTitle' },
    { key: 'company.name' },
    { key: 'professionalEmail', kind: 'address' },
    { key: 'updatedAt', kind: 'time', isExtra: true },
  ],
};

/** What creating or merging one contact answers. */
export const contactResultView: View = {
  noun: 'contact',
  plural: 'contacts',
  hasCustomFields: true,
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'contactOutcome' },
    { key: 'contactMatchedBy' },
    { key: 'firstName' },
    { key: 'lastName' },
    { key: 'companyId', kind: 'number' },
    { key: 'appUrl', kind: 'link' },
  ],
};

export const duplicateView: View = {
  noun: 'group',
  plural: 'duplicates',
  id: 'contactIds',
  columns: [{ key: 'size', kind: 'number' }, { key: 'values' }, { key: 'contactIds' }],
};

const groupView = (updated: string, deleted: string): View => ({
  noun: 'group',
  plural: 'groups',
  id: 'keep',
  alsoHas: ['set'],
  columns: [
    { key: 'group', kind: 'number' },
    { key: 'status' },
    { key: 'shared' },
    { key: 'keep', title: 'kept', kind: 'number' },
    { key: 'updated', title: updated },
    { key: 'deleted', title: deleted },
    { key: 'lists', title: 'added to lists', isSparse: true },
    { key: 'campaigns', title: 'added to campaigns', isSparse: true },
    { key: 'note', kind: 'prose', isSparse: true },
  ],
});

/** What became of groups of duplicates, and what is to become of them. */
export const mergeView = groupView('updated', 'deleted');
export const mergePlanView = groupView('to update', 'to delete');

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
