// A command needs one or two groups of rows: what is never asked for is never made, and its code never loaded.

/** An object whose properties are made when they are first read. */
export function lazily<T extends object>(makers: { readonly [K in keyof T]: () => T[K] }): T {
  const made = {};
  for (const [key, make] of Object.entries<() => unknown>(makers)) {
    const get = () => {
      const value = make();
      Object.defineProperty(made, key, { enumerable: true, value });
      return value;
    };
    Object.defineProperty(made, key, { enumerable: true, configurable: true, get });
  }
  return made as T;
}
