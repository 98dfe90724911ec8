// Durations in steps: objects in a request, and the text that files may have in their place (`delay: 2 days`).

import { type DurationName, durationOf } from '../../contract/campaigns/enums.ts';
import { DURATION_FIELDS } from '../../contract/campaigns/steps.ts';
import { durationMs, durationText, parseDuration } from '../../contract/durations.ts';
import { alternatives, kindOf } from '../../contract/english.ts';
import { isObject } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isUndocumented } from '../../contract/schema-parts.ts';
import { checkObject } from '../check-value.ts';
import { nearest } from '../nearest.ts';
import type { At, Problems } from '../problem.ts';

const DAY_MS = durationMs({ value: 1, unit: 'days' });

/** `delay`, `waitFor` or `waitForAcceptance`. */
export function checkDuration(all: Problems, at: At, value: unknown, name: DurationName): void {
  const problems = isUndocumented(DURATION_FIELDS[name]) ? all.ofUndocumented : all;
  if (!isObject(value)) {
    problems.error('given', at, 'invalid_type', notADuration(value, name));
    return;
  }
  checkObject(problems, at, value, DURATION_FIELDS[name], name);
  const duration = durationOf(value);
  if (duration === null || durationMs(duration) <= LIMITS.durationDaysMax * DAY_MS) return;
  const most = `${LIMITS.durationDaysMax} days`;
  problems.error(
    'undocumented',
    [...at, 'value'],
    'too_big',
    `${name} can be ${most} at most, not ${durationText(duration)}`,
  );
}

/** Why a value is not a duration object. A service gets text where only a file may have it. */
function notADuration(value: unknown, name: DurationName): string {
  const units: readonly string[] = DURATION_FIELDS[name].shape.unit.options;
  const example = `{ value: 2, unit: ${units.at(-1)} }`;
  if (typeof value === 'number') return `${name} needs a unit: ${example}, not the number ${value}`;
  if (typeof value !== 'string') return `${name} must be ${example}, not ${kindOf(value)}`;
  const duration = parseDuration(value);
  if (duration !== null) return `${name} must be { value: ${duration.value}, unit: ${duration.unit} }, not text`;
  const match = /^\s*([0-9]+(?:\.[0-9]+)?)\s*([a-z]+)\s*$/i.exec(value);
  const meant = nearest(match?.[2] ?? '', units);
  const hint = match !== null && meant !== null ? `; did you mean "${match[1]} ${meant}"?` : '';
  return `${name} "${value.slice(0, 60)}" is not a duration: write ${alternatives(units)}, such as ${example}${hint}`;
}
