import { counted, firstOf } from '../../../contract/english.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { changeByFile, isByFile, withRowsFile } from '../../import/change-options.ts';
import { destroys, does } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { typedIfMany } from '../../shared/approval.ts';
import { withSafeguards } from '../../shared/effects/expected.ts';
import { existing } from '../../shared/lookup/match.ts';
import { recordIdsOf } from '../../shared/lookup/record.ts';
import { printOneByOne } from '../../shared/one-by-one.ts';
import { CONTACT } from '../../shared/records/entity.ts';
import { importView } from '../../shared/views/imports.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';

const deletedView = viewOf('contact', 'contacts', 'id:number deleted error');

const NAMED_MAX = 3;

/** `Ada Lovelace (5), Grace Hopper (6) and 8 more`; looked up only where there is someone to read it. */
async function namesOf(session: Session, ids: readonly number[]): Promise<string> {
  const count = counted(ids.length, 'contact');
  if (!session.prompt.possible) return ids.length === 1 ? `contact ${ids[0]}` : count;
  const { api } = await session.client();
  const displayed = ids.slice(0, NAMED_MAX);
  const found = await existing(displayed, (contactId) => api.contacts.get({ params: { contactId } }));
  const names = displayed.map((id) => {
    const { firstName, lastName } = found.get(id) ?? {};
    return [firstName, lastName, `(${id})`].filter((part) => part).join(' ');
  });
  const all = firstOf(names, NAMED_MAX, ids.length);
  return ids.length === 1 ? `contact ${all}` : `${count}, ${all},`;
}

const BY = ['id', 'email'] as const;

const declare = () =>
  withSafeguards(
    withRowsFile(
      destroys('delete', {
        summary: 'Delete contacts permanently',
        description:
          'Removes them from all lists and campaigns, marks their conversations deleted and cancels their running workflows. reach undo creates them again, under new ids and in their lists; the rest does not come back.',
        uses: [routes.contacts.delete, routes.contacts.search],
        view: deletedView,
        json: ['list', { record: routes.contacts.delete }, { record: importView }],
        output:
          'one row per contact: deleted, or why not; the rest is deleted all the same. With --csv one record: how many rows were deleted, failed, rejected, skipped',
        exits: ['bad', 'notFound', 'conflict'],
        completes: { '--by': BY },
        examples: [
          ['reach contacts delete 12', 'asks first'],
          ['reach contacts delete --csv gone.csv --by email --results deleted.csv', 'by a file'],
          ['reach contacts search --include jobTitle=Intern -o id | reach contacts delete - --yes', 'in a pipe'],
        ],
      }).argument('[ids]', 'ids separated by commas, or one email, or first and last name (- = ids on standard input)'),
      BY,
    ),
  );

export const deleteCommand = does(declare, async (session, text, options) => {
  if (isByFile(options)) {
    if (text !== undefined) throw new UsageError('--csv names the contacts: give no ids');
    return await changeByFile({ session, entity: CONTACT, act: 'delete', by: BY, options, custom: false });
  }
  if (text === undefined) throw new UsageError("missing required argument 'ids'", { hint: 'or --csv FILE --by id' });
  const ids = await recordIdsOf(session, 'contact', [text]);
  const requests = ids.map((contactId) => planned(routes.contacts.delete, { params: { contactId } }));
  const act = async () => `Delete ${await namesOf(session, ids)} permanently`;
  const asked = { act, declined: 'nothing deleted', typed: typedIfMany(ids.length) };
  if (!(await isApproved(session, requests, options, asked))) return;
  const { api } = await session.client();
  return await printOneByOne(session, deletedView, ids, {
    work: async (id) => ({ id, deleted: true, ...(await api.contacts.delete({ params: { contactId: id } })) }),
    refused: (id, error) => ({ id, deleted: false, error }),
  });
});
