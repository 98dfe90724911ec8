// search: records that match a text and filters.

import { routes } from '../../../contract/routes/routes.ts';
import type { About } from '../../session/about.ts';
import { does, reads } from '../../session/command.ts';
import { printListing, withLimit } from '../../shared/limit.ts';
import { extraFields, unknownField, viewFor } from '../../shared/records/columns.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { WHERE_HELP, withConditions, withFilters } from '../../shared/records/filters.ts';
import { selectRecords } from '../../shared/records/select.ts';

const EXAMPLES: Readonly<Record<Entity['name'], About['examples']>> = {
  CONTACT: [
    ['reach contacts search "ada lovelace"', 'full text'],
    ['reach contacts search --include jobTitle=CTO --include jobTitle=CEO --exclude professionalEmail=', 'filters'],
    ['reach contacts search --include numberOfEmployees=50..200 -o id', 'ids for the next command'],
  ],
  COMPANY: [
    ['reach companies search acme', 'full text'],
    ['reach companies search --include industry=Software --include leadsCount=1..', 'filters'],
  ],
};

export function searchRecords(entity: Entity) {
  const { plural } = entity;
  const contact = entity.name === 'CONTACT';
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
    examples: EXAMPLES[entity.name],
  }).argument('[text]', 'words to find');
  return does(
    () => withLimit(withConditions(withFilters(command, plural))),
    async (session, text, options) => {
      const client = await session.client();
      const fields = extraFields(session, entity.name);
      const view = await viewFor(session, entity, fields);
      const open = await selectRecords(session, client.call, entity, { ...options, text }, fields);
      await printListing(session, view, options, open).catch(unknownField(plural));
    },
  );
}
