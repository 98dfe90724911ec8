// The order of the test files: what takes longest first, so that no worker is left with it at the end.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where nothing is known of an earlier run: folders and files that take long, whatever the size of their text. */
const LONG = [
  /\/e2e\/(stranger\/table|stranger-kill|pages)/,
  /\/e2e\/|\/documents\.test/,
  /\/outreach\/|\/cli\/import\//,
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex((pattern) => pattern.test(moduleId));
  return at === -1 ? LONG.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    // One project after the other: a worker serves one.
    return sorted.sort(
      (one, other) => projects.indexOf(one.project) - projects.indexOf(other.project) || rank(one) - rank(other),
    );
  }
}
