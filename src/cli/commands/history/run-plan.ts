// reach run-plan: the command of a plan is run once more, and may do what the plan has.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { counted, firstOf } from '../../../contract/english.ts';
import { namedPath } from '../../files/is-file.ts';
import { fileDigest } from '../../files/rows/source-file.ts';
import { asksFirst, type BuildGroup, does, type OptionsOf, type Program } from '../../session/command.ts';
import { commandText } from '../../session/history/entry-header.ts';
import { PlanGuard, type RefusedRecord } from '../../session/plan/plan-guard.ts';
import { type PlanHeader, type PlannedRecord, readPlan, type SavedPlan } from '../../session/plan/saved-plan.ts';
import { openSession, type Session } from '../../session/session.ts';
import { approveAt, assertSameWorkspace } from '../../shared/approval.ts';
import { inputOf } from '../../terminal/command-line.ts';
import { CliError, EXIT, type ExitName, UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';

const declare = () =>
  asksFirst('run-plan', {
    summary: 'Do exactly what a saved plan has',
    description: [
      'Runs the command of the plan again. Right before a record is changed it is compared with the plan: one that was changed',
      'since, or that the plan does not have, is left as it is and named, and the others are done (exit 1). Of an outreach',
      'folder nothing is done if anything was changed (exit 6). A plan that was interrupted continues when it is run again.',
    ].join('\n'),
    json: ['record', 'list'],
    output: 'that of the command',
    exits: ['bad', 'notFound', 'conflict'],
    replaces: true,
    irreversible: true,
    hidesRequests: true,
    notForAgents: 'interactive',
    dryRun: 'show what would be done and refused; send nothing',
    examples: [
      ['reach contacts delete 12,13 --save-plan gone.plan && reach run-plan gone.plan', 'look at it, then do it'],
      ['reach run-plan import.plan --dry-run', 'what was changed since'],
      ['reach run-plan import.plan --yes', 'in CI'],
    ],
  }).argument('<file>', 'a plan, as --save-plan writes it');

/** Throws UsageError or CliError where the plan is not for what is there now. */
async function assertRunnable(session: Session, header: PlanHeader): Promise<void> {
  const { name } = session.profile();
  if (name !== header.profile)
    throw new UsageError(`the plan is for profile ${header.profile}, not ${name}`, {
      hint: `add --profile ${header.profile}`,
    });
  await assertSameWorkspace(session, header, { what: 'the plan was made', hint: 'make the plan again' });
  if (header.file === null) return;
  const { path, sha256 } = header.file;
  const found = await fileDigest(namedPath(session.io, path)).catch(() => null);
  if (found === sha256) return;
  const [why, hint] =
    found === null
      ? ['cannot be read', 'run the plan in the folder where it was made']
      : ['is not the file of the plan any more', 'make the plan again'];
  throw new CliError('conflict', 'file_changed', `${path} ${why}; nothing was sent`, { hint });
}

/** The command, with the options of this one; output that was not asked for is the same for both. */
function commandLine({ header }: SavedPlan, { settings, flags }: Session, more: readonly string[]) {
  const { command, profile } = header;
  const { output = flags.json === true ? 'json' : undefined, fields, jq, template } = flags;
  const supplied = Object.entries({ profile: profile === 'env' ? undefined : profile, output, fields, jq, template });
  const options = [
    ...more,
    ...supplied.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
    ...(flags.history === false ? ['--no-history'] : []),
    ...(settings.quiet ? ['--quiet'] : []),
  ];
  const end = command.indexOf('--');
  return end < 0 ? [...command, ...options] : [...command.slice(0, end), ...options, ...command.slice(end)];
}

function exitOf(session: Session, code: number, refused: readonly RefusedRecord[]): ExitName {
  session.io.interrupt.throwIfAborted();
  const found = Object.entries(EXIT).find(([, known]) => known === code)?.[0];
  const name = (Object.keys(EXIT) as ExitName[]).find((one) => one === found) ?? 'bad';
  const isOfRecords = name === 'done' || name === 'conflict' || name === 'notFound';
  return refused.length > 0 && isOfRecords ? 'bad' : name;
}

const NAMED = 20;

async function printRefused({ print }: Session, refused: readonly RefusedRecord[]): Promise<void> {
  for (const { kind, id, label, line, why } of refused.slice(0, NAMED)) {
    const at = line === undefined ? '' : `line ${line}, `;
    const name = [kind, id, label && `"${label}"`].filter((part) => part).join(' ');
    await print.warn(harmless(`refused: ${at}${name}: ${why}`));
  }
  if (refused.length > NAMED) await print.warn(`and ${refused.length - NAMED} more`);
}

async function printGone({ print }: Session, gone: readonly PlannedRecord[]): Promise<void> {
  if (gone.length === 0) return;
  const names = firstOf(
    gone.map(({ id, label }) => `${id} "${label}"`),
    NAMED,
  );
  await print.warn(harmless(`in no group any more, merged or changed since: ${names}`));
}

/** What the plan would be now, compared with what it is. */
async function compared(session: Session, run: Program['run'], guard: PlanGuard, io: Session['io']): Promise<number> {
  const { plan } = guard;
  if (plan.header.by === 'folder')
    return await run(commandLine(plan, session, ['--dry-run']), { ...session.host, io, guard });
  const path = join(session.paths.cache, `plan-${session.io.pid}`);
  mkdirSync(session.paths.cache, { recursive: true, mode: 0o700 });
  try {
    const code = await run(commandLine(plan, session, [`--save-plan=${path}`]), { ...session.host, io, guard });
    if (code !== EXIT.done && code !== EXIT.bad) return code;
    const now = await readPlan(session.io, path);
    for (const record of now.records) guard.refuseRecords([record]);
    return code;
  } finally {
    rmSync(path, { force: true });
  }
}

async function runPlan(
  session: Session,
  run: Program['run'],
  file: string,
  { yes, dryRun }: OptionsOf<typeof declare>,
): Promise<ExitName> {
  const plan = await readPlan(session.io, file);
  const { header, records } = plan;
  const own = await openSession(session.host, session.flags);
  try {
    await assertRunnable(own, header);
    const what = `Run "reach ${commandText(header.command)}" as planned at ${header.at}: ${counted(records.filter(({ is }) => is !== 'unchanged').length, 'record')}`;
    if (dryRun !== true && yes !== true) await approveAt(own, what, { declined: 'nothing done' });
  } finally {
    await own.close();
  }
  const guard = new PlanGuard(plan);
  const io = { ...session.io, stdin: inputOf(header.stdin) };
  const code =
    dryRun === true
      ? await compared(session, run, guard, io)
      : await run(commandLine(plan, session, []), { ...session.host, io, guard });
  await printRefused(session, guard.refused);
  if (code === EXIT.done || code === EXIT.bad) await printGone(session, guard.gone);
  if (dryRun === true && guard.refused.length > 0)
    await session.print.note(
      `${guard.refused.length} refused: left out when the plan is run, also where it is counted above`,
    );
  return exitOf(session, code, guard.refused);
}

export const runPlanCommand: BuildGroup = (deps) =>
  does(declare, (session, file, options) => runPlan(session, deps.program.run, file, options))(deps);
