// Two people change a campaign at random places: nothing of either is lost, and only the same place is a conflict.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openReach } from '../../world.ts';
import { place, read, write } from './folder.ts';

const STEPS = 5;
/** What each step says; null for as it was. */
const edits = fc.array(fc.option(fc.constantFrom('theirs', 'ours', 'both'), { nil: null }), {
  minLength: STEPS,
  maxLength: STEPS,
});

const message = (all: readonly (string | null)[]) => all.map((text, index) => text ?? `One ${index}`);

function file(contents: readonly string[]): string {
  const steps = contents.map(
    (content, index) =>
      `  # step ${index}\n  - type: email\n${index === 0 ? '    subject: Hello\n' : ''}    content: ${content}\n`,
  );
  return `name: Welcome\nsteps:\n${steps.join('')}`;
}

test('pull --merge, then apply: both are there, and the plan is empty', async () => {
  await fc.assert(
    fc.asyncProperty(edits, edits, async (theirs, ours) => {
      const reach = await openReach();
      try {
        place(reach, { 'campaigns/w.yaml': file(message([null, null, null, null, null])) });
        expect((await reach.run('apply --yes')).code).toBe(0);
        const body = {
          steps: message(theirs).map((content, index) => ({
            type: 'email',
            ...(index === 0 && { subject: 'Hello' }),
            content,
          })),
        };
        await reach.world.call('PATCH', '/v1/campaign/1', { body });
        write(reach, 'campaigns/w.yaml', file(message(ours)));
        const isConflict = message(theirs).some(
          (text, index) => theirs[index] !== null && ours[index] !== null && text !== message(ours)[index],
        );
        const hasTheirs = theirs.some((text, index) => text !== null && text !== ours[index]);
        expect((await reach.run('apply --yes')).code).toBe(hasTheirs ? 6 : 0);
        expect((await reach.run('pull --merge')).code).toBe(isConflict ? 1 : 0);
        const text = read(reach, 'campaigns/w.yaml');
        expect(text.includes('<<<<<<< file')).toBe(isConflict);
        if (isConflict) {
          // Settled as ours: what stands between the marks of theirs goes.
          const settled = text.replace(/^=======\n[\s\S]*?^>>>>>>> .*\n/gm, '').replace(/^<<<<<<< .*\n/gm, '');
          write(reach, 'campaigns/w.yaml', settled);
        }
        expect((await reach.run('apply --yes')).code).toBe(0);
        expect((await reach.run('plan --exit-code')).code).toBe(0);
        const { data } = (await reach.world.call('GET', '/v1/campaign/1')).body;
        const wanted = message(ours).map((content, index) => (ours[index] === null ? message(theirs)[index] : content));
        expect(data.steps.map(({ content }: { content: string }) => content)).toEqual(wanted);
        expect(read(reach, 'campaigns/w.yaml')).toContain('# step 3');
      } finally {
        await reach.close();
      }
    }),
    { numRuns: 10 },
  );
});
