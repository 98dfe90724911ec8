// reach plan: what applying an outreach folder would do.

import { resolve } from 'node:path';
import type { BuildGroup } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { ExitName } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { addSummary } from '../../shared/job-summary/job-summary.ts';
import { optionsOf, type PlanFlags, planOptions } from './flags.ts';
import { type OutreachFolder, openFolder, whichFolder } from './folder/folder.ts';
import { OUTREACH_READS } from './folder/uses.ts';
import { makePlan } from './planning/make-plan.ts';
import { openOutreach, withFolderProfile } from './planning/open.ts';
import { isToDo, planMarkdown, plannedRecord, planText, planView, summaryOf } from './planning/plan-text.ts';
import { savedText } from './planning/saved-plan.ts';

interface Flags extends PlanFlags {
  readonly exitCode?: boolean;
  readonly out?: string;
}

async function planFolder(session: Session, folder: OutreachFolder, flags: Flags): Promise<ExitName> {
  const { print, settings, io } = session;
  const opened = await openOutreach(session, folder, flags.lock);
  const options = optionsOf(flags, opened.folder);
  const planned = await makePlan(session, opened, options);
  const title = `Plan for ${opened.identity.name}`;
  if (settings.output === 'markdown') await print.text(planMarkdown(planned, title));
  else if (settings.output === 'table' && settings.fields === null) {
    await print.text(planText(planned, print.paint.stdout));
  } else await print.list(planView, planned.map(plannedRecord));
  await addSummary(session, planMarkdown(planned, title));
  if (flags.out !== undefined) {
    const saved = { folder: folder.shown, lock: flags.lock ?? null, workspace: opened.identity.id, options };
    await writeWhole(resolve(io.cwd, flags.out), savedText(saved, planned), flags.out);
    await print.note(`the plan is in ${flags.out}: reach apply ${flags.out}`);
  }
  await print.note(summaryOf(planned));
  return flags.exitCode === true && planned.some(isToDo) ? 'bad' : 'done';
}

async function plan(session: Session, named: string | undefined, flags: Flags): Promise<ExitName> {
  const folder = await openFolder(session.io, whichFolder(session.io, named));
  return await withFolderProfile(session, folder, (own) => planFolder(own, folder, flags));
}

export const planCommand: BuildGroup = (deps) =>
  doesUntyped(
    deps,
    planOptions(
      leaf('plan', {
        summary: 'Show what applying an outreach folder would do',
        description: [
          'Compares three sides of every resource: its file, what was last applied, and the workspace. + is created, ~ updated,',
          '- deleted. ! keeps apply from beginning: drift was changed in the workspace since, a conflict on both sides, and a',
          'protected campaign is no draft any more. ? is in no file any more. Sends nothing.',
        ].join('\n'),
        uses: OUTREACH_READS,
        output:
          'each change with what was and what will be; JSON: every resource with action, changes and conflicts; -o markdown for a pull request',
        exits: ['bad', 'refused', 'conflict'],
        examples: [
          ['reach plan', 'the folder here, or outreach/'],
          ['reach plan outreach --profile staging --exit-code', 'in CI: exit 1 when there is something to apply'],
          ['reach plan -o markdown > plan.md', 'for a comment on a pull request'],
          ['reach plan --out plan.json && reach apply plan.json', 'apply exactly what was looked at'],
          ['reach plan --target "campaign/Welcome new leads"', 'one resource'],
        ],
      })
        .argument('[folder]', 'the outreach folder (the working folder, or outreach in it)')
        .option('--exit-code', 'exit 1 when anything is to be done')
        .option('--out <file>', 'save the plan; apply FILE refuses when the world has moved'),
    ),
    plan,
  );
