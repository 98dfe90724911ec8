// The tool on a fresh workspace for each test, and campaign files, one good and one bad.

import { reachForEachTest } from '../../../opened.ts';
import type { Reach } from '../../world.ts';

export let reach: Reach;

/** Called by each file of tests: files may share this module. */
export function openCampaigns(): void {
  reach = reachForEachTest();
}

export const GOOD = `name: Good
identity: Robin Hale
steps:
  - type: email
    subject: Hello {firstName}
    content: How is {companyName}?
`;

export const BAD = `name: Bad
identity: Robin Hale
steps:
  - type: email
    content: Hi {firstNme}
  - type: end
  - type: task
    taskType: CALL
    title: 0123
`;

export const BAD_TEXT = `bad.yaml:4:11: this email needs a subject: it is the first one [required]
  at steps[0].subject
4 |   - type: email
  |           ^^^^^

bad.yaml:5:17: unknown placeholder {firstNme}; did you mean {firstName}? [unknown_placeholder]
  at steps[0].content
5 |     content: Hi {firstNme}
  |                 ^^^^^^^^^^

bad.yaml:7:5: warning: this step never runs: every path before it has ended [unreachable]
  at steps[2]
7 |   - type: task
  |     ^^^^^^^^^^
`;
