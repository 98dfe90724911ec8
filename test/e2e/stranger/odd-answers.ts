// Answers that no service should give, made from one that is right; and statuses that any may give.

export type Odd = (right: unknown) => string;

const withData = (data: unknown): string => JSON.stringify({ status: 'success', message: 'OK', data });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const dataOf = (right: unknown): unknown => (isObject(right) ? right['data'] : right);

/** Every value below, the outermost last. */
function mapped(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((one) => mapped(one, change)));
  if (!isObject(value)) return change(value);
  return change(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one, change)])));
}

const changed =
  (change: (value: unknown) => unknown): Odd =>
  (right) =>
    withData(mapped(dataOf(right), change));

/** The same, but for the outermost value. */
const inside =
  (change: (value: unknown) => unknown): Odd =>
  (right) => {
    const data = dataOf(right);
    if (Array.isArray(data)) return withData(data.map((one) => mapped(one, change)));
    if (!isObject(data)) return withData(change(data));
    return withData(Object.fromEntries(Object.entries(data).map(([key, one]) => [key, mapped(one, change)])));
  };

/** Keys gone at random places that are the same each time. */
function thinned(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter((_, at) => at % 2 === 1));
}

export const ODD_ANSWERS: Readonly<Record<string, Odd>> = {
  'data []': () => withData([]),
  'data {}': () => withData({}),
  'data 5': () => withData(5),
  'data null': () => withData(null),
  'data text': () => withData('done'),
  'data true': () => withData(true),
  'data [null]': () => withData([null]),
  'data [5]': () => withData([5]),
  'data [[]]': () => withData([[]]),
  'data [{}]': () => withData([{}]),
  'null for arrays': inside((value) => (Array.isArray(value) ? null : value)),
  'null for objects': inside((value) => (isObject(value) ? null : value)),
  'null for scalars': changed((value) => (typeof value === 'object' ? value : null)),
  'null in arrays': changed((value) => (Array.isArray(value) ? [null, ...value] : value)),
  'objects for arrays': inside((value) => (Array.isArray(value) ? { ...value } : value)),
  'arrays for objects': inside((value) => (isObject(value) ? Object.values(value) : value)),
  'text for numbers': changed((value) => (typeof value === 'number' ? `${value}` : value)),
  'numbers for text': changed((value) => (typeof value === 'string' ? 7 : value)),
  'objects for scalars': changed((value) => (typeof value === 'object' ? value : { value })),
  'half of the keys': changed(thinned),
  'names of Object.prototype': (right) =>
    withData(dataOf(right)).replace('{', '{"__proto__":{"x":1},"constructor":5,"toString":null,'),
  'no data': () => '{"status":"success","message":"OK"}',
  'the body is null': () => 'null',
  'the body is []': () => '[]',
  'the body is empty': () => '',
  'the body is HTML': () => '<html><title>Welcome</title></html>',
};

export const ODD_STATUSES = [400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503] as const;
