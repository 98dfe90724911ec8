/** What a body is checked for: a `create` needs what is required; in an `update` everything is optional. */
export type Purpose = 'create' | 'update';
