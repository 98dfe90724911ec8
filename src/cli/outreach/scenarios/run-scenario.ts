// One scenario, from its beginning to what it expects.

import { firstOf } from '../../../contract/english.ts';
import { pathText } from '../../../contract/envelope.ts';
import { isObject, listIn } from '../../../contract/json.ts';
import type { WorkspaceEvent } from '../../../contract/local/timeline.ts';
import type { Scenario } from '../../../rules/scenarios/schema.ts';
import { located } from '../../files/checked-file.ts';
import type { Program } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { eventText, isImplied, isOf } from '../../shared/timeline.ts';
import { failureOf, type PrintedFailure } from '../../terminal/exit.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { compare, contactOf } from './expect.ts';
import { dayOf, outcomeOf, type ScenarioOutcome } from './outcome.ts';
import { prepare, startOf } from './prepare.ts';
import type { ScenarioFile } from './scenario-file.ts';
import { type Folders, openStage, type Stage } from './stage.ts';
import { perform } from './when.ts';

interface ScenarioFailure {
  readonly problem: FileProblem;
  /** What happened to the contact that the failure is about. */
  readonly timeline: readonly string[];
}

export interface ScenarioResult {
  readonly file: string;
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'invalid';
  readonly ms: number;
  readonly failures: readonly ScenarioFailure[];
}

type Place = readonly (string | number)[];

function problemAt(file: ScenarioFile, at: Place, code: string, message: string): FileProblem {
  const found = { path: pathText(at), at, code, message } as const;
  const [placed] = located(file, [{ ...found, severity: 'error', basis: 'given', kind: 'invalid' }]);
  if (placed === undefined) throw new Error('a problem without a place');
  return placed;
}

const TIMELINE_MAX = 30;

/** What happened to a contact, or to all where the failure names none: the end of it, where it is long. */
function timelineOf(outcome: ScenarioOutcome, who: string | null): string[] {
  const events = outcome.events.filter((event) => !isImplied(event) && (who === null || isOf(who, event)));
  const whose = ({ email, contact }: WorkspaceEvent) => (who !== null ? '' : (contact ?? email ?? ''));
  const lines = events
    .slice(-TIMELINE_MAX)
    .map((event) =>
      [`day ${dayOf(outcome, event)} ${event.at.slice(11, 16)}`, whose(event), eventText(event)]
        .filter((part) => part !== '')
        .join('  '),
    );
  const earlier = events.length - lines.length;
  return earlier === 0 ? lines : [`… ${earlier} earlier`, ...lines];
}

const REASONS_MAX = 3;

/** `the service refused a.yaml: a.yaml:3:5: is required` */
function messageOf({ message, hint = '', details }: PrintedFailure): string {
  const reasons = listIn(details?.['issues'])
    .filter(isObject)
    .filter((one) => typeof one['file'] === 'string')
    .map((one) => `${one['file']}:${one['line']}:${one['column']}: ${one['message']}`);
  const [meant = ''] = /^did you mean "[^"]*"\?/.exec(hint) ?? [];
  const because = reasons.length === 0 ? '' : `: ${firstOf(reasons, REASONS_MAX)}`;
  return `${message}${because}${meant === '' ? '' : `; ${meant}`}`;
}

async function failureIn(
  file: ScenarioFile,
  stage: Stage,
  scenario: Scenario,
  at: Place,
  error: unknown,
): Promise<ScenarioFailure> {
  const failure = failureOf(error);
  const { exitCode } = failure;
  if (exitCode === 70 || stage.session.io.interrupt.aborted) throw error;
  const outcome = await outcomeOf(stage, scenario).catch(() => null);
  const timeline = outcome === null ? [] : timelineOf(outcome, null);
  return { problem: problemAt(file, at, 'step_failed', messageOf(failure)), timeline };
}

/** What went wrong on the way; null where everything could be done. */
async function play(file: ScenarioFile, stage: Stage, scenario: Scenario): Promise<ScenarioFailure | null> {
  let at: Place = ['given'];
  try {
    await prepare(stage, scenario, (...place) => {
      at = place;
    });
    for (const [index, step] of scenario.when.entries()) {
      at = ['when', index];
      await perform(stage, step);
    }
    return null;
  } catch (error) {
    return await failureIn(file, stage, scenario, at, error);
  }
}

async function failuresOf(file: ScenarioFile, stage: Stage, scenario: Scenario): Promise<ScenarioFailure[]> {
  const broken = await play(file, stage, scenario);
  if (broken !== null) return [broken];
  const outcome = await outcomeOf(stage, scenario);
  const failures: ScenarioFailure[] = [];
  for (const [index, expectation] of scenario.expect.entries()) {
    const at = ['expect', index];
    try {
      const wrong = await compare(outcome, expectation);
      if (wrong === null) continue;
      const problem = problemAt(file, at, 'unexpected', wrong);
      failures.push({ problem, timeline: timelineOf(outcome, contactOf(expectation)) });
    } catch (error) {
      failures.push(await failureIn(file, stage, scenario, at, error));
    }
  }
  return failures;
}

/** `inspect` is called with the world of the scenario before it is gone. */
export async function runScenario(
  session: Session,
  run: Program['run'],
  file: ScenarioFile,
  folders: Folders,
  inspect: (stage: Stage) => Promise<void>,
): Promise<ScenarioResult> {
  const { name, scenario, problems, folder } = file;
  if (scenario === null) {
    const failures = problems.map((problem) => ({ problem, timeline: [] }));
    return { file: name, name, status: 'invalid', ms: 0, failures };
  }
  const began = session.io.now();
  const withSample = scenario.given?.sample === true;
  const startedAt = await startOf(scenario);
  const stage = await openStage(session, run, { folder, folders, startedAt, withSample });
  try {
    const failures = await failuresOf(file, stage, scenario);
    await inspect(stage);
    const status = failures.length === 0 ? 'passed' : 'failed';
    return { file: name, name: scenario.name, status, ms: session.io.now() - began, failures };
  } finally {
    await stage.close();
  }
}
