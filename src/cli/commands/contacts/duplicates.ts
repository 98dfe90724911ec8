// contacts duplicates and its resolve, also as `reach duplicates`: groups of contacts that share the selected values.

import type { Command, OptionValues } from 'commander';
import { listByCursor } from '../../../client/answers/pages.ts';
import { given } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type BuildGroup, destroys, does, reads } from '../../session/command.ts';
import { expectedOf, withSafeguards } from '../../shared/effects/expected.ts';
import { limitOf, moreText, withLimit } from '../../shared/limit.ts';
import { listIdOf } from '../../shared/lookup/list.ts';
import { duplicateView, mergePlanView, mergeView } from '../../shared/views/records.ts';
import { UsageError } from '../../terminal/exit.ts';
import { commaWords } from '../../terminal/settings.ts';

const declareResolve = () =>
  withLimit(
    withDuplicateFields(
      withSafeguards(
        destroys('resolve', {
          summary: 'Merge the contacts of each group into one',
          description: [
            'One contact of each group stays: the one you choose at a terminal, or that of --keep. Its empty fields are filled',
            'from the others, it is added to their lists and campaigns, and the others are deleted; reach undo creates them again,',
            'under new ids. A group in which anything changed since it was shown is left alone; with --keep, so is one whose',
            'names have no word in common. A merge that was interrupted continues when the same command is run again. With a',
            'service that has no path for deleting, the others are left, and the column note says which are to be deleted in',
            'the app: exit status 1.',
          ].join('\n'),
          uses: [
            routes.contacts.duplicates,
            routes.contacts.delete,
            routes.contacts.update,
            routes.contacts.search,
            routes.contacts.fields,
            routes.lists.list,
            routes.lists.addMembers,
            routes.campaigns.list,
            routes.campaigns.addContact,
          ],
          view: mergeView,
          json: ['list', { list: mergePlanView }],
          output: 'one row per group: which contact stayed, what was updated, which were deleted, or why not',
          exits: ['bad', 'notFound', 'conflict'],
          hidesRequests: true,
          examples: [
            ['reach duplicates resolve --by professionalEmail', 'choose at the terminal'],
            ['reach duplicates resolve --keep most-complete --dry-run', 'what would be updated and deleted'],
            [
              'reach duplicates resolve --keep oldest --plan plan.csv',
              'write a plan, to look through in a spreadsheet',
            ],
            ['reach duplicates resolve --apply-plan plan.csv', 'carry it out'],
          ],
        }),
      ),
    ),
  )
    .option('--keep <rule>', 'which contact stays: oldest, newest or most-complete')
    .option('--plan <file>', 'write what is proposed to a CSV file instead of doing it')
    .option('--apply-plan <file>', 'do what a plan says')
    .option('--no-lists', 'do not add the contacts that stay to the lists of the others')
    .option('--no-campaigns', 'do not add them to their campaigns, where they start at the first step')
    .option('--resume', 'continue the merge that was not finished')
    .option('--new', 'start over, whatever is unfinished');

const resolveCommand = does(declareResolve, async (session, options) => {
  const { keepRuleOf, resolveDuplicates } = await import('../../duplicates/resolve-duplicates.ts');
  const keep = keepRuleOf(options.keep);
  const by = duplicateFieldsOf(options.by);
  return await resolveDuplicates(session, {
    by,
    listId: options.list === undefined ? undefined : await listIdOf(session, options.list, 'CONTACT'),
    limit: limitOf(options),
    keep: keep ?? (options.plan === undefined ? null : 'most-complete'),
    plan: options.plan ?? null,
    applyPlan: options.applyPlan ?? null,
    holders: { lists: options.lists !== false, campaigns: options.campaigns !== false },
    dryRun: options.dryRun === true,
    yes: options.yes === true,
    expect: expectedOf(options),
    resume: options.resume === true,
    fresh: options.new === true,
  });
});

const KNOWN = ['fullName', 'professionalEmail', 'networkUrl', 'contactCRMId', 'leadCRMId'];

const withDuplicateFields = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--by <fields>', `1 to ${LIMITS.duplicateFields} of ${KNOWN.join(', ')}`, 'fullName')
    .option('--list <name|id>', 'only groups that touch this list');

/** Throws UsageError. */
function duplicateFieldsOf(text: string): string[] {
  const fields = commaWords(text);
  const [twice] = fields.filter((name, at) => fields.indexOf(name) < at);
  if (twice !== undefined) throw new UsageError(`--by: ${twice} is named twice`);
  const unknown = fields.filter((name) => !KNOWN.includes(name) && name !== 'linkedinUrl');
  if (fields.length === 0 || unknown.length > 0) {
    throw new UsageError(unknown.length > 0 ? `--by: unknown ${unknown.join(', ')}` : '--by names no field', {
      hint: `1 to ${LIMITS.duplicateFields} of ${KNOWN.join(', ')}`,
    });
  }
  return fields;
}

const declareList = () =>
  withLimit(
    withDuplicateFields(
      reads('duplicates', {
        summary: 'Contacts that share the same values',
        description: [
          'Contacts are in one group when they share the normalised value of ALL the fields of --by; a contact where one of',
          'them is empty is in no group. Names ignore case, punctuation and extra spaces; addresses are normalised.',
        ].join(' '),
        uses: [routes.contacts.duplicates],
        view: duplicateView,
        output: 'one row per group: how many, the shared values, the ids (the 100 oldest)',
        exits: ['notFound'],
        examples: [
          ['reach contacts duplicates', 'by full name'],
          ['reach contacts duplicates --by fullName,professionalEmail --list "ICP DACH"', 'by both, touching a list'],
          ['reach contacts duplicates --by networkUrl --all -o ndjson', 'every group, for a script'],
        ],
      }),
    ),
  );

const listDuplicates = does(declareList, async (session, options) => {
  const fields = duplicateFieldsOf(options.by);
  const limit = limitOf(options);
  const { call } = await session.client();
  const listId = options.list === undefined ? undefined : await listIdOf(session, options.list, 'CONTACT');
  const query = { fields, ...given({ listId }) };
  const listing = listByCursor(call, 'contacts', 'duplicates', { query }, { limit, signal: session.io.interrupt });
  let cutGroups = 0;
  const rows = (async function* () {
    for await (const group of listing) {
      if (group.size > group.contactIds.length) cutGroups += 1;
      yield group;
    }
  })();
  const count = await session.print.list(duplicateView, rows);
  if (session.io.stdout.closed) return;
  if (cutGroups > 0) {
    await session.print.note(
      `${cutGroups} ${cutGroups === 1 ? 'group is' : 'groups are'} larger than the ${LIMITS.duplicateIdsPerGroup} oldest ids shown; see "size"`,
    );
  }
  if (listing.more !== false) {
    await session.print.note(moreText(count, null, duplicateView));
  }
});

/** Also the root command `reach duplicates`. */
export const duplicatesCommand: BuildGroup = (deps) => listDuplicates(deps).addCommand(resolveCommand(deps));
