// JSON that was written before: a body with it goes out without its values being made once more.

import { isObject } from './json.ts';

/** A value of a body that is JSON already. Whoever else looks at it gets the value. */
export class WrittenJson {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  toJSON(): unknown {
    return JSON.parse(Buffer.from(this.bytes).toString());
  }
}

/** The JSON of a body with such a value; null for any other. */
export function writtenBody(body: unknown): Buffer | null {
  const entries = isObject(body) ? Object.entries(body).filter(([, value]) => value !== undefined) : [];
  if (!entries.some(([, value]) => value instanceof WrittenJson)) return null;
  const parts = entries.flatMap(([name, value], at) => [
    Buffer.from(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    value instanceof WrittenJson ? value.bytes : Buffer.from(JSON.stringify(value)),
  ]);
  return Buffer.concat([...parts, Buffer.from('}')]);
}
