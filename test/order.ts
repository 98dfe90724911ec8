// The order of the test files: what takes longest first, so that no worker is left with it at the end, and what waits for
// processes spread among what computes, so that all cores have work all the time.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that wait for processes most of the time. */
const WAITS = /\/e2e\/(?!stranger\/)|\/documents\.test|\/(kill|rivals|processes|worker)\.test/;

/** Where nothing is known of an earlier run: folders and files that take long, whatever the size of their text. */
const LONG = [
  /\/e2e\/(stranger\/table|stranger-kill|pages|release|folder-rivals|serve\.)/,
  /\/e2e\/|\/documents\.test/,
  /\/outreach\/|\/cli\/import\//,
];

/** Those that wait are through when so much of the others is: none of them is left alone at the end. */
const SPREAD = 0.85;

const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex((pattern) => pattern.test(moduleId));
  return at === -1 ? LONG.length : at;
};

/** Both in their order, as evenly as their numbers allow. */
function spread(waiting: readonly TestSpecification[], computing: readonly TestSpecification[]): TestSpecification[] {
  const placed = [
    ...waiting.map((file, at) => ({ file, place: (SPREAD * at) / waiting.length })),
    ...computing.map((file, at) => ({ file, place: (at + 1) / computing.length })),
  ];
  return placed.sort((one, other) => one.place - other.place).map(({ file }) => file);
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
    // One project after the other: a worker serves one.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((each) => {
      const own = sorted.filter(({ project }) => project === each);
      const waits = ({ moduleId }: TestSpecification): boolean => WAITS.test(moduleId);
      return spread(
        own.filter(waits),
        own.filter((file) => !waits(file)),
      );
    });
  }
}
