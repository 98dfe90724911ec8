// Schedules that once broke a promise, shrunk: they are run first, for ever.

import type { ScheduleInput } from './schedule.ts';

export const SEEDS: readonly ScheduleInput[] = [
  // A bulk whose records could not be read before: what it created was kept by undo, as changed by somebody since.
  { seed: 242, job: 'undo of an import', only: new Set([23]), leans: false },
  // Two requests for one contact without an answer counted as one in the rate of the process that went on.
  { seed: 5064, job: 'tagging', only: new Set([10, 11, 53, 115, 150]), leans: false },
  // An apply without an answer to a create, and one after it that looked before the request arrived: both created the campaign.
  { seed: 1190, job: 'apply', only: new Set([6, 8, 20, 25, 63, 84, 111]), leans: false },
  // A power cut left the end of an import in its journal, and not in the history: undo did not know what the last bulk created.
  { seed: 200150, job: 'undo of an import', only: new Set([4, 5, 10, 11, 46, 153, 181]), leans: false },
  // An apply that took over a campaign, and did not know it by its name when the next one named it.
  { seed: 200538, job: 'apply', only: new Set([45, 46, 119]), leans: false },
  // An answer after a clock was set back did not count in the rate.
  { seed: 3000055, job: 'import without a history', only: new Set([31, 36, 52, 56]) },
  // What a request without a history created counted as there before, as the history of the next run did not know it.
  { seed: 900062, job: 'import that merges' },
  // A definition that the rate had refused was asked for again and again, without a pause.
  { seed: 1175, job: 'import by ids' },
  // A late request created what the next one was to create as well: undo left it, as the next one had its answer.
  { seed: 4000902, job: 'undo of an import', only: new Set([29, 45, 67, 82, 111, 112]) },
];
