import { counted, firstOf } from '../../../contract/english.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { keyOf } from '../../../rules/outreach/kinds.ts';
import type { Planned } from '../../../rules/outreach/plan.ts';
import { isDirectory } from '../../files/is-file.ts';
import { type OutreachFolder, openFolder, whichFolder } from '../../outreach/folder/folder.ts';
import { aloneInFolder } from '../../outreach/folder/lock-file.ts';
import { OUTREACH_READS, OUTREACH_WRITES } from '../../outreach/folder/uses.ts';
import { armsText } from '../../outreach/planning/arms.ts';
import { Apply, assertAppliable, type CarriedOut, writesOf } from '../../outreach/planning/carry-out.ts';
import { makePlan } from '../../outreach/planning/make-plan.ts';
import { type Opened, openOutreach, withFolderProfile } from '../../outreach/planning/open.ts';
import { planMarkdown, plannedRecord, planText, planView, summaryOf } from '../../outreach/planning/plan-text.ts';
import { assertSamePlan, saveFolder } from '../../outreach/planning/saved-plan.ts';
import { RECORDS } from '../../outreach/workspace/records.ts';
import { lockWorkspace } from '../../outreach/workspace/workspace-lock.ts';
import { does, type OptionsOf, withYes, writes } from '../../session/command.ts';
import type { SavePlan, Session } from '../../session/session.ts';
import { noteUndo, targetOf, targetText } from '../../shared/approval.ts';
import { assertTouched, type ExpectOptions, expectedOf, withSafeguards } from '../../shared/effects/expected.ts';
import { addSummary } from '../../shared/job-summary.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { harmless, type View, viewOf } from '../../terminal/formats/cells.ts';
import { isForPerson } from '../../terminal/settings.ts';
import { FOLDER, planOptionsOf, withSelection } from './options.ts';

const declare = () =>
  withYes(
    withSafeguards(
      withSelection(
        writes('apply', {
          summary: 'Apply an outreach folder to a workspace',
          description: [
            'Shows the plan, asks for confirmation, and applies it in the order of dependencies. Each resource is read again',
            'right before it is written: concurrent changes are refused (exit 6), and so is the whole plan if anything has',
            'drifted. Every action is recorded in .reach/PROFILE.json at once: after an interruption, run apply again. A workflow',
            'file with publish: true is published. Campaigns that are no longer drafts are not touched; --clone-running creates',
            'drafts beside them.',
          ].join('\n'),
          checks: true,
          uses: [...OUTREACH_READS, ...OUTREACH_WRITES],
          json: [{ list: doneView }, { list: dryView }],
          output: 'one row per written resource: action, kind, name, id, file',
          exits: ['bad', 'refused', 'conflict'],
          replaces: true,
          hidesRequests: true,
          irreversible: true,
          examples: [
            ['reach apply', 'shows the plan and asks for confirmation'],
            ['reach apply --yes --profile production', 'in CI'],
            ['reach apply --save-plan q3.plan && reach run-plan q3.plan', 'look at the plan, then apply exactly it'],
            ['reach apply --prune --dry-run --json', 'only print the plan'],
          ],
          completes: { folder: 'folder', '--folder': 'folder' },
        })
          .argument(...FOLDER)
          .option('--folder <folder>', 'the outreach folder (the current folder, or outreach in it)'),
      ),
    ),
  );

const dryView: View = { ...planView, alsoHas: [...(planView.alsoHas ?? []), 'undo'] };

const doneView = viewOf('resource', 'resources', 'action kind name id file', { isNoneNamed: true });

const PAST: Readonly<Record<string, string>> = { create: 'created', update: 'updated', delete: 'deleted' };

/** A folder that lost its files, by a wrong checkout or path, must not delete a workspace because of --yes. */
async function checkTouched({ prompt }: Session, { read }: Opened, writes: readonly Planned[], options: ExpectOptions) {
  const expected = expectedOf(options);
  if (expected !== null) return assertTouched(expected, writes.length, 'resource');
  const count = writes.filter(({ action }) => action === 'delete').length;
  if (count === 0 || read.files.length > 0) return;
  const question = `The folder has no files any more. Delete ${counted(count, 'resource')}?`;
  await prompt.approve(question, `--expect ${writes.length}`, 'nothing applied');
}

/** Each as it is done: at a terminal as a line, else as a row. A reader that has gone away ends nothing. */
async function printDone(session: Session, done: AsyncGenerator<CarriedOut>): Promise<number> {
  const { print, io } = session;
  let count = 0;
  const next = async () => {
    const result = await done.next();
    if (result.done !== true) count += 1;
    return result;
  };
  if (!isForPerson(session)) await print.list(doneView, { [Symbol.asyncIterator]: () => ({ next }) });
  for (let one = await next(); one.done !== true; one = await next()) {
    const { action, kind, name, id } = one.value;
    if (!io.stdout.closed)
      await print.note(harmless(`${PAST[action] ?? action} ${keyOf(kind, name)}${id === null ? '' : ` (${id})`}`));
  }
  return count;
}

function routeOf({ kind, action }: Planned): readonly Route[] {
  if (kind === 'playbook') return [routes.playbook.update];
  const { create, update, remove } = RECORDS[kind];
  const route = action === 'create' ? create : action === 'update' ? update : remove;
  return route === null ? [] : [route];
}

/** `; would stay: list/VIPs`: what is created and cannot be deleted. */
function stayingNames(writes: readonly Planned[]): string {
  const names = writes.flatMap(({ action, kind, name }) =>
    action === 'create' && kind !== 'playbook' && RECORDS[kind].remove === null ? keyOf(kind, name) : [],
  );
  return names.length === 0 ? '' : `; would stay: ${firstOf(names, STAYING_NAMED)}`;
}

const STAYING_NAMED = 3;

async function applyFolder(
  session: Session,
  folder: OutreachFolder,
  saving: SavePlan | undefined,
  options: OptionsOf<typeof declare>,
  onSound?: () => Promise<void>,
): Promise<ExitName> {
  const { print, settings, prompt } = session;
  const opened = await openOutreach(session, folder, options.lock);
  const selection = planOptionsOf(options, opened.folder);
  const planned = await makePlan(session, opened, selection, onSound);
  const { guard } = session.host;
  if (guard !== undefined) assertSamePlan(guard.comparedBy('folder').plan, opened.wanted, planned);
  const exit = opened.workspace.isWhole ? 'done' : 'bad';
  const writes = writesOf(planned);
  const changes = settings.output === 'table' ? planText(planned, print.paint.stderr).trimEnd() : '';
  if (options.dryRun === true) {
    const undo = await noteUndo(session, writes.flatMap(routeOf), null, stayingNames(writes));
    await print.list(
      dryView,
      planned.map((one) => ({ ...plannedRecord(one), ...undo })),
    );
    if (changes !== '') await print.note(changes);
    if (saving !== undefined)
      await saveFolder(session, saving, opened.wanted, planned, folder, options.lock, selection);
    const parts = [summaryOf(planned), armsText(writes)].filter((part) => part !== '');
    await print.note(harmless(`${parts.join('; ')}; nothing was sent`));
    assertTouched(expectedOf(options), writes.length, 'resource');
    assertAppliable(planned);
    return exit;
  }
  if (changes !== '') await print.note(changes);
  assertAppliable(planned);
  const target = targetText(targetOf(session));
  await checkTouched(session, opened, writes, options);
  if (writes.length > 0 && options.yes !== true) {
    const parts = [summaryOf(writes), armsText(writes)].filter((part) => part !== '').join('; ');
    const question = harmless(`Apply this to "${opened.identity.name}", ${target}? (${parts})`);
    await prompt.approve(question, '--yes', 'nothing applied');
  }
  const count = await printDone(session, new Apply(session, opened, selection.prune === true).run(planned));
  await addSummary(session, planMarkdown(planned, `Applied to ${opened.identity.name}`));
  await print.note(count === 0 ? `nothing to apply: ${summaryOf(planned)}` : `${count} applied`);
  return exit;
}

export const applyCommand = does(declare, async (session, named, options) => {
  if (named !== undefined && !isDirectory(session.io, named))
    throw new UsageError(`${named} is not a folder`, { hint: 'reach run-plan FILE carries out a saved plan' });
  const folder = await openFolder(session.io, whichFolder(session.io, options.folder ?? named));
  return await withFolderProfile(session, folder, async (own) => {
    if (options.dryRun === true) return await applyFolder(own, folder, session.savePlan, options);
    let release: (() => Promise<void>) | undefined;
    const lock = async () => {
      release = await lockWorkspace(own);
    };
    return await aloneInFolder(own.io, folder, () => applyFolder(own, folder, session.savePlan, options, lock)).finally(
      () => release?.(),
    );
  });
});
