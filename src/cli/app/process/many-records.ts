// How V8 is told that a process works on many records. Little of them lives at once, but V8 lets a small heap become four times
// as large before it collects what survived for a moment, and has it gathered in up to 34 MB before that (more on Node 24). Of
// 1,000,000 rows imported the peak was 201 MB at first; what a tight heap saves now: decisions/0010. A pull of 5,000 files held 180,
// 164 and 284 MB on Node 20, 22 and 24, and holds 119, 118 and 133.

import { setFlagsFromString } from 'node:v8';

/**
 * Collects once the heap has grown by a fifth, and lets the part for what is new not grow any more: to be called early. For the
 * rest of the process.
 */
export function keepHeapTight(): void {
  setFlagsFromString('--heap-growing-percent=20');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Has V8 of Node 20 wait four times as long before it optimizes a function; later versions wait longer by themselves. What is
 * called for each row repays the work soon, what is called for each bulk does not: 1.87 s of processor time for an import of 100,000
 * rows instead of 2.10. One of 300,000 takes as long with it as without, one of 1,000,000 a twelfth longer.
 */
export function compileLater(): void {
  // Later versions do not know the flag, and say so on standard error.
  if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=300000');
}
