/** The names of a path into a record (`company.name`); the label of a custom field is one name: `Tel. mobil`. */
export const pathParts = (path: string): readonly string[] =>
  /^\w[\w-]*(?:\.\w[\w-]*)+$/.test(path) ? path.split('.') : [path];
