import fc from 'fast-check';
import { anyUrl } from '../../any-text.ts';

// What people and programs write into cells, and what no one should.
export const cell = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.emailAddress(),
  anyUrl,
  fc.constantFrom(
    'ada@x.example',
    'ADA@X.EXAMPLE ',
    'https://www.network.example/in/ada/',
    'network.example/company/acme',
    'acme.example',
    'n/a',
    '-',
    '42',
    '',
    ' ',
    'x@y',
    'http://x',
    'https://a.b/ c',
  ),
);
