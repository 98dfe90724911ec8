// `npm run security` runs every row; `npm test` the short form of the same tests.

export const IS_LONG = process.env['MODE'] === 'security';
