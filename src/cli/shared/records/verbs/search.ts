// search: records that match a text and filters.

import { routes } from '../../../../client/routes/routes.ts';
import type { About } from '../../../app/about.ts';
import { type AnyCommand, type Deps, does, reads } from '../../../app/command.ts';
import { printListing, withLimit } from '../../limit/limit.ts';
import { extraFields, unknownField } from '../columns.ts';
import { WHERE_HELP, withConditions } from '../condition-options.ts';
import { withFilters } from '../filters.ts';
import type { RecordType } from '../kind.ts';
import { selectRecords } from '../select.ts';

export function searchRecords(deps: Deps, entity: RecordType, examples: About['examples']): AnyCommand {
  const { plural } = entity;
  const contact = entity.kind === 'CONTACT';
  const command = reads('search', {
    summary: `Search ${plural} by text and filters`,
    description: [
      'Filters (--include, --exclude) name a field id (see "fields") or a special key: id, leadsGroup, companyGroup, campaigns, isInCRM, ' +
        'isCompanyInCRM, leadsCount, numberOfEmployees. Values:',
      '',
      `  ${contact ? 'jobTitle=CEO     ' : 'industry=Software'}             exactly this; repeated: one of these`,
      '  numberOfEmployees=10..200     a range, either side open',
      '  createdAt=2026-01-01..        a range of days or times',
      '  isInCRM=true                  a boolean',
      `  ${contact ? 'professionalEmail=' : 'domain=           '}            no value`,
      '  name:=["a","b"]               the value itself, as JSON',
      '',
      ...WHERE_HELP,
    ].join('\n'),
    uses: [entity.routes.search, entity.routes.list, entity.routes.fields, routes.lists.list],
    view: entity.view,
    output: `one row per ${entity.noun}; JSON is the array of records`,
    examples,
  }).argument('[text]', 'words to find');
  return does(
    () => withLimit(withConditions(withFilters(command, plural))),
    async (session, text, options) => {
      const client = await session.client();
      const fields = extraFields(session, entity.kind);
      const open = await selectRecords(session, client.call, entity, { ...options, text }, fields);
      await printListing(session, entity.view, options, open).catch(unknownField(plural));
    },
  )(deps);
}
