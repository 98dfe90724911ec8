// Schedules that once broke a promise, shrunk: they are run first, for ever.

import type { ScheduleInput } from './schedule.ts';

export const SEEDS: readonly ScheduleInput[] = [
  // A bulk whose records could not be read before: what it created was kept by undo, as changed by somebody since.
  { seed: 242, job: 'undo of an import', only: new Set([23]) },
  // Two requests for one contact without an answer counted as one in the rate of the process that went on.
  { seed: 5064, job: 'tagging', only: new Set([10, 11, 53, 115, 150]) },
  // An apply without an answer to a create, and one after it that looked before the request arrived: both created the campaign.
  { seed: 1190, job: 'apply', only: new Set([6, 8, 20, 25, 63, 84, 111]) },
];
