// Plain values that inputs share. Regular expressions instead of URL parsing: these run once per imported row.

import * as z from 'zod';

/** Text is kept as sent; lengths are bounded so that one cell cannot fill a store (undocumented). */
export const Text = z.string().max(10_000);

/** A URI (any scheme), or an empty string, which stands for "no value". International characters are accepted as they are. */
export const Uri = z
  .string()
  .max(2_000)
  .regex(/^$|^\s*[a-z][a-z0-9+.-]*:\S+\s*$/i, 'must be a URI such as https://example.com/in/ada');

/** An email address, or an empty string, which stands for "no value". */
export const Email = z
  .string()
  .max(320)
  .regex(/^$|^\s*[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}\s*$/, 'must be an email address');
