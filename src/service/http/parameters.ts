// Reads parameters that are valid without their schemas: loading those takes longer than the rest of a read.

import { own } from '../../contract/dictionary.ts';
import { isIdText } from '../../contract/ids.ts';
import { textsOf, WHOLE_PATTERN } from '../../contract/parameters.ts';
import type { Parameter, Parameters } from './row.ts';

type GivenParameter = string | readonly string[];

/** Undefined: the schema has to read it, or to say what is wrong with it. */
function readValue(parameter: Parameter, given: GivenParameter): unknown {
  if (parameter.is === 'texts') return textsOf(given);
  if (typeof given !== 'string') return undefined;
  switch (parameter.is) {
    case 'id':
      return isIdText(given) ? Number(given) : undefined;
    case 'whole': {
      const number = WHOLE_PATTERN.test(given) ? Number(given) : Number.NaN;
      return number >= parameter.min && number <= parameter.max ? number : undefined;
    }
    case 'flag':
      return given === 'true' ? true : given === 'false' ? false : undefined;
    case 'text':
      return given.length <= (parameter.max ?? Number.POSITIVE_INFINITY) ? given : undefined;
    case 'word':
      return parameter.of.includes(given) ? given : undefined;
    case 'schema':
      return undefined;
  }
}

/** What the schemas would make of them; null where those have to be asked. Parameters that no row knows are left out. */
export function readParameters(
  parameters: Parameters,
  given: Readonly<Record<string, GivenParameter>>,
): Record<string, unknown> | null {
  const values: [name: string, value: unknown][] = [];
  for (const [name, parameter] of Object.entries(parameters)) {
    const text = own(given, name);
    if (text === undefined && parameter.optional) continue;
    const value = text === undefined ? parameter.fallback : readValue(parameter, text);
    if (value === undefined) return null;
    values.push([name, value]);
  }
  return Object.fromEntries(values);
}
