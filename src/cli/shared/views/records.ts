import { type View, viewOf } from '../../terminal/formats/cells.ts';

export const contactView = viewOf(
  'contact',
  'contacts',
  'id:number firstName lastName jobTitle company.name professionalEmail:address updatedAt:time:extra',
  { hasCustomFields: true },
);

export const contactResultView = viewOf(
  'contact',
  'contacts',
  'id:number contactOutcome contactMatchedBy firstName lastName companyId:number appUrl:link',
  { hasCustomFields: true },
);

export const duplicateView = viewOf('group', 'duplicates', 'size:number values contactIds', { id: 'contactIds' });

const groupView = (updated: string, deleted: string): View =>
  viewOf(
    'group',
    'groups',
    'group:number status shared keep:number updated deleted lists:sparse campaigns:sparse note:prose:sparse',
    {
      id: 'keep',
      alsoHas: 'set undo',
      titles: { keep: 'kept', updated, deleted, lists: 'added to lists', campaigns: 'added to campaigns' },
    },
  );

export const mergeView = groupView('updated', 'deleted');
export const mergePlanView = groupView('to update', 'to delete');

export const companyView = viewOf(
  'company',
  'companies',
  'id:number name domain industry numberOfEmployees:number leadsCount:number updatedAt:time:extra',
  { hasCustomFields: true },
);

export const companyResultView = viewOf('company', 'companies', 'id:number outcome matchedBy name domain appUrl:link', {
  hasCustomFields: true,
});
