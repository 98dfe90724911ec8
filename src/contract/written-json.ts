// JSON that was written before: a body with it goes out without its values being made once more.

import { isObject } from './json.ts';

/** A value of a body that is JSON already. Whoever else looks at it gets the value. */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The JSON of a body. */
export function bodyText(body: unknown): string {
  const entries = isObject(body) ? Object.entries(body) : [];
  if (!entries.some(([, value]) => value instanceof WrittenJson)) return JSON.stringify(body);
  const given = entries.filter(([, value]) => value !== undefined);
  const texts = given.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`);
  return `{${texts.join(',')}}`;
}

const textOf = (value: unknown): string => (value instanceof WrittenJson ? value.text : JSON.stringify(value));
