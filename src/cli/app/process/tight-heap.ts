// For work over a million records: little of it lives at once, but V8 lets a small heap become four times as large before it
// collects what survived for a moment, and has it gathered in up to 34 MB before that (more on Node 24). Of 1,000,000 rows
// imported the peak was 201 MB at first; what a tight heap saves now: decisions/0010. A pull of 5,000 files
// held 180, 164 and 284 MB on Node 20, 22 and 24, and holds 119, 118 and 133.

import { setFlagsFromString } from 'node:v8';

/**
 * Collects once the heap has grown by a fifth, and lets the part for what is new not grow any more: to be called early. For the
 * rest of the process.
 */
export function keepHeapTight(): void {
  setFlagsFromString('--heap-growing-percent=20');
  setFlagsFromString('--semi-space-growth-factor=1');
}
