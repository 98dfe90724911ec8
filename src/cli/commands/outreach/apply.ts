// reach apply: an outreach folder into a workspace.

import { keyOf } from '../../../rules/outreach/kinds.ts';
import type { BuildGroup } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { targetOf, targetText } from '../../import/start/open-service.ts';
import { harmless, type View } from '../../output/formats/cells.ts';
import { addSummary } from '../../shared/job-summary/job-summary.ts';
import { optionsOf, type PlanFlags, planOptions } from './flags.ts';
import { type OutreachFolder, openFolder, whichFolder } from './folder/folder.ts';
import { OUTREACH_READS, OUTREACH_WRITES } from './folder/uses.ts';
import { Apply, assertAppliable, type Done, writesOf } from './planning/carry-out.ts';
import { makePlan } from './planning/make-plan.ts';
import { openOutreach, withFolderProfile } from './planning/open.ts';
import { planMarkdown, plannedRecord, planText, planView, summaryOf } from './planning/plan-text.ts';
import { assertSamePlan, readSaved, type SavedPlan } from './planning/saved-plan.ts';

interface Flags extends PlanFlags {
  readonly folder?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

const doneView: View = {
  noun: 'resource',
  plural: 'resources',
  id: 'id',
  columns: [
    { key: 'action', title: 'action' },
    { key: 'kind', title: 'kind' },
    { key: 'name', title: 'name' },
    { key: 'id', title: 'id' },
    { key: 'file', title: 'file' },
  ],
};

const PAST: Readonly<Record<string, string>> = { create: 'created', update: 'updated', delete: 'deleted' };

async function applyFolder(
  session: Session,
  folder: OutreachFolder,
  saved: SavedPlan | null,
  flags: Flags,
): Promise<void> {
  const { print, settings, prompt } = session;
  const opened = await openOutreach(session, folder, flags.lock ?? saved?.lock ?? undefined);
  const options = saved?.options ?? optionsOf(flags, opened.folder);
  const planned = await makePlan(session, opened, options);
  if (saved !== null) assertSamePlan(saved, planned);
  if (flags.dryRun === true) {
    await print.list(planView, planned.map(plannedRecord));
    return await print.note(`${summaryOf(planned)}; nothing was sent`);
  }
  const writes = writesOf(planned);
  const isTable = settings.output === 'table';
  if (!settings.quiet && isTable) await print.note(planText(planned, print.paint.stderr).trimEnd());
  assertAppliable(planned);
  const target = targetText(targetOf(session));
  if (writes.length > 0 && flags.yes !== true) {
    const question = harmless(`Apply this to "${opened.identity.name}", ${target}? (${summaryOf(writes)})`);
    if (!(await prompt.confirm(question, '--yes'))) return await print.note('nothing applied');
  }
  const tell = async ({ action, kind, name, id }: Done) => {
    if (isTable)
      await print.note(harmless(`${PAST[action] ?? action} ${keyOf(kind, name)}${id === null ? '' : ` (${id})`}`));
  };
  const done = await new Apply(session, opened, options.prune === true, tell).run(planned);
  await print.list(doneView, done);
  await addSummary(session, planMarkdown(planned, `Applied to ${opened.identity.name}`));
  await print.note(done.length === 0 ? `nothing to apply: ${summaryOf(planned)}` : `${done.length} applied`);
}

async function apply(session: Session, file: string | undefined, flags: Flags): Promise<void> {
  const saved = file === undefined ? null : await readSaved(session.io, file);
  const isOther = flags.prune ?? flags.overwrite ?? flags.cloneRunning ?? flags.target !== undefined;
  if (saved !== null && isOther)
    throw new UsageError('a saved plan says what is done: leave --prune, --target … to reach plan');
  const shown = whichFolder(session.io, flags.folder ?? saved?.folder);
  const folder = await openFolder(session.io, shown);
  await withFolderProfile(session, folder, (own) => applyFolder(own, folder, saved, flags));
}

export const applyCommand: BuildGroup = (deps) =>
  doesUntyped(
    deps,
    planOptions(
      leaf('apply', {
        summary: 'Bring an outreach folder into a workspace',
        description: [
          'Shows the plan, asks, and carries it out in the order of what needs what. Each resource is read again right before it',
          'is written: what somebody changed meanwhile is refused (exit 6), and so is the whole plan where anything has drifted.',
          'Every action is noted in .reach/PROFILE.json at once: an apply that broke off is simply run again. A workflow file with',
          'publish: true is published. Campaigns that are no drafts any more are not touched; --clone-running makes drafts beside.',
        ].join('\n'),
        uses: [...OUTREACH_READS, ...OUTREACH_WRITES],
        output: 'one row a resource that was written: what was done, kind, name, id, file',
        exits: ['refused', 'conflict'],
        examples: [
          ['reach apply', 'shows the plan and asks'],
          ['reach apply --yes --profile production', 'in CI'],
          ['reach apply plan.json --yes', 'exactly what `reach plan --out plan.json` said, or nothing'],
          ['reach apply --prune --dry-run --json', 'what would be done'],
        ],
      })
        .argument('[file]', 'a plan that was saved')
        .option('--folder <folder>', 'the outreach folder (the working folder, or outreach in it)')
        .option('-y, --yes', 'do not ask')
        .option('--dry-run', 'print what would be done, send nothing'),
    ),
    apply,
  );
