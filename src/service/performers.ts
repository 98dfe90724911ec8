// The performer of each kind of job, loaded when the first job of its kind is due.

import type { Performers } from './jobs/work.ts';

/** By kind of job. */
export const PERFORMERS: Performers = {
  'action-purge': async () => (await import('./resources/actions/jobs.ts')).actionPurge,
  'action-run': async () => (await import('./resources/actions/jobs.ts')).actionRun,
  'crm-export': async () => (await import('./resources/actions/jobs.ts')).crmExport,
  'field-values.clear': async () => (await import('./resources/ai/jobs.ts')).clearFieldValues,
  'finder-purge': async () => (await import('./resources/finder/jobs.ts')).finderPurge,
  'playbook-refresh': async () => (await import('./resources/playbook/jobs.ts')).playbookRefresh,
  'campaign-end': async () => (await import('./resources/campaigns/jobs.ts')).campaignEnd,
  'campaign-enrol': async () => (await import('./resources/campaigns/jobs.ts')).campaignEnrol,
  'campaign-run': async () => (await import('./resources/campaigns/jobs.ts')).campaignRun,
  'social-react': async () => (await import('./resources/social/jobs.ts')).socialReact,
  'social-refresh': async () => (await import('./resources/social/jobs.ts')).socialRefresh,
  signal: async () => (await import('./resources/workflows/jobs.ts')).signal,
  'workflow.run': async () => (await import('./resources/workflows/jobs.ts')).workflowRun,
  'workflow.schedule': async () => (await import('./resources/workflows/jobs.ts')).workflowSchedule,
  'workflow.sweep': async () => (await import('./resources/workflows/jobs.ts')).workflowSweep,
};
