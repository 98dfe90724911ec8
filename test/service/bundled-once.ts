// Programs of a test file, bundled once for all of its tests: the whole service takes half a second of processor time.

import { afterAll, beforeAll } from 'vitest';
import { withBundled } from './bundled.ts';

/** As `withBundled`, around all tests of the file or group that calls it; gives the folder, which only they may ask for. */
export function bundledForAllTests(entries: Readonly<Record<string, string>>): () => string {
  let folder = '';
  let finish = (): void => {};
  let closed: Promise<void> = Promise.resolve();
  beforeAll(async () => {
    await new Promise<void>((ready, fail) => {
      closed = withBundled(entries, async (made) => {
        folder = made;
        ready();
        await new Promise<void>((finished) => {
          finish = finished;
        });
      });
      closed.catch(fail);
    });
  });
  afterAll(async () => {
    finish();
    await closed;
  });
  return () => folder;
}
