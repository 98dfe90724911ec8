// What the local service is not, each with the test that shows it.

interface KnownLimit {
  readonly limit: string;
  /** `file: title`. */
  readonly test: string;
}

export const LIMITS: readonly KnownLimit[] = [
  {
    limit:
      'Nothing is sent to anyone: AI texts, audiences, profiles and CRMs are stand-ins, the same for the same input, and say so.',
    test: 'test/service/resources/campaigns/execution/steps.test.ts: AI messages are written by the stand-in, the same for the same contact, and say so',
  },
  {
    limit:
      'People open, click and reply as a seed decides, not as your contacts would; in scenarios they do nothing unless told to.',
    test: 'test/cli/commands/outreach/scenario-steps.test.ts: people act by themselves only where the scenario says so, as its seed decides',
  },
  {
    limit: 'Names, scopes and rates that the interface does not show are a choice, and marked as one.',
    test: 'test/service/http/definitions.test.ts: what is undocumented says why: rows, fields and parameters',
  },
  {
    limit: 'A twin has no enrolments, runs or blocked contacts, which no interface shows.',
    test: 'test/cli/commands/local/clone.test.ts: of a stranger: %s',
  },
  {
    limit: 'Words of a definition that a service has beyond ours mean nothing here: serve --like lists them.',
    test: 'test/e2e/serve-like.test.ts: like a stranger (%s): the same names, maxima and id types',
  },
  {
    limit:
      'Previews of the AI finder are deleted a week after they expired, and records of an action run 90 days after its end.',
    test: 'test/service/resources/actions/purge.test.ts: records can be listed for 90 days after their run has finished; its status stays',
  },
];
