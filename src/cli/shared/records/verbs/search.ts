// search: records that match a text and filters.

import type { About } from '../../../app/about.ts';
import { type AnyCommand, type Deps, does, reads } from '../../../app/command.ts';
import { limitOf, printListing, withLimit } from '../../limit/limit.ts';
import { listIdOf } from '../../lookup/list.ts';
import { extraFields } from '../columns.ts';
import { readFilters, withFilters } from '../filters.ts';
import type { Entity } from '../kind.ts';

export function searchRecords(deps: Deps, entity: Entity, examples: About['examples']): AnyCommand {
  const { plural } = entity;
  const contact = entity.kind === 'CONTACT';
  const command = reads('search', {
    summary: `Search ${plural} by text and filters`,
    description: [
      'Filters name a field id (see "fields") or a special key: id, leadsGroup, companyGroup, campaigns, isInCRM, ' +
        'isCompanyInCRM, leadsCount, numberOfEmployees. Values:',
      '',
      `  ${contact ? 'jobTitle=CEO     ' : 'industry=Software'}             exactly this; repeated: one of these`,
      '  numberOfEmployees=10..200     a range, either side open',
      '  createdAt=2026-01-01..        a range of days or times',
      '  isInCRM=true                  a boolean',
      `  ${contact ? 'professionalEmail=' : 'domain=           '}            no value`,
      '  name:=["a","b"]               the value itself, as JSON',
    ].join('\n'),
    uses: [entity.routes.search],
    view: entity.view,
    output: `one row per ${entity.noun}; JSON is the array of records`,
    examples,
  }).argument('[text]', 'words to find');
  return does(
    () => withLimit(withFilters(command, plural)),
    async (session, text, options) => {
      const client = await session.client({ sustained: limitOf(options) === null });
      const { include, exclude } = await readFilters(session.io, options);
      if (options.list !== undefined) {
        include[entity.listFilter] = [await listIdOf(session, options.list, entity.kind)];
      }
      const fields = extraFields(session, entity.kind);
      await printListing(session, entity.view, options, (most) =>
        entity.search(client.call, { search: text, include, exclude, fields }, most),
      );
    },
  )(deps);
}
