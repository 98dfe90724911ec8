import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DamageContext,
  isFormula,
  lacksDigits,
  spreadsheetDamage,
  textFormula,
  withoutPointZero,
} from '../../../src/rules/records/spreadsheet-damage.ts';

test.each([
  ['mobilePhone', '+353861234567', '353861234567', true],
  ['phones', '0861234567', '861234567', true],
  ['contactCRMId', '00123', '123', true],
  ['contactCRMId', '123456789012345678', '123456789012345000', true],
  ['contactCRMId', '123456789012345678', '123456789012345679', false],
  ['contactCRMId', '101235934567', '101235000000', true],
  ['contactCRMId', '101235934567', '101236000000', true],
  ['contactCRMId', '101235934567', '101235934000', false],
  ['mobilePhone', '+353861234567', '353871000000', false],
  ['mobilePhone', '353861234567', '+353861234567', false],
  ['mobilePhone', '+353861234567', '61234567', false],
  ['mobilePhone', null, '353861234567', false],
  ['firstName', '007', '7', false],
])('%s: of %j, %j lacks digits: %j', (field, stored, value, is) => expect(lacksDigits(field, stored, value)).toBe(is));

describe('what a spreadsheet leaves instead of a value', () => {
  test.each<[string, DamageContext, ReturnType<typeof spreadsheetDamage>]>([
    ...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#NV', '#SPILL!', '#CALC!', '#FIELD!'].map(
      (text) => [text, 'text', 'error'] as const satisfies [string, DamageContext, string],
    ),
    ...['#GETTING_DATA', '#BEZUG!', '#WERT!', '#ÜBERLAUF!', '#NOM?', '#VALEUR!', '#¡DIV/0!', '#¿NOMBRE?', '#Н/Д'].map(
      (text) => [text, 'text', 'error'] as const satisfies [string, DamageContext, string],
    ),
    [' #n/a ', 'text', 'error'],
    ['Err:502', 'text', 'error'],
    ['#N/A Field Not Applicable', 'text', 'error'],
    ...['Loading...', 'Wird geladen…', 'Chargement...'].map(
      (text) => [text, 'text', 'error'] as const satisfies [string, DamageContext, string],
    ),
    ['Head of Loading.', 'text', null],
    ['#ERR520', 'text', 'error'],
    ['########', 'text', 'narrow'],
    ['3.53861E+11', 'text', 'digits'],
    ['3,53861E+11', 'digits', 'digits'],
    ['1E+15', 'text', 'digits'],
    ['-3.5E+11', 'digits', 'digits'],
    ['1.2E+3', 'digits', 'digits'],
    ['1.2E+3', 'text', null],
    ['123456789012345000', 'digits', 'digits'],
    ['1234567890123450', 'digits', null],
    ['123456789012345000', 'text', null],
    ['?ukasz', 'text', 'characters'],
    ['Mu?oz & Co', 'text', 'characters'],
    ['??? ??', 'text', 'characters'],
    ['???? 8', 'text', 'characters'],
    ['CTO ??', 'text', null],
    ['Kova?', 'name', 'characters'],
    ['Mar-24', 'name', 'date'],
    ['Jan.', 'name', null],
    ['2024-01-31', 'text', null],
    ['24-Jul', 'label', 'date'],
    ['24/7 Media', 'label', null],
    ['Guess?', 'text', null],
    ['Why? Who?', 'text', null],
    ['https://x.example/in/ada?a=b', 'text', null],
    ['?', 'text', null],
    ['12345e67', 'digits', null],
    ['1E5', 'text', null],
    ['#1', 'text', null],
    ['#ad', 'text', null],
    ['#name', 'text', null],
    ['C#', 'text', null],
    ['+353 86 123 4567', 'digits', null],
    ['Erika', 'text', null],
    ['#Refugees!', 'text', null],
    ['##', 'text', null],
    ['', 'digits', null],
  ])('%j as %s: %s', (text, context, kind) => expect(spreadsheetDamage(text, context)).toBe(kind));

  test('a number of 12 digits or more as a spreadsheet shows it is damage everywhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000_000_001, max: Number.MAX_SAFE_INTEGER }), (number) => {
        fc.pre(number % 1_000_000 !== 0);
        const displayed = number.toExponential(5).replace('e', 'E');
        expect([spreadsheetDamage(displayed), spreadsheetDamage(displayed, 'digits')]).toEqual(['digits', 'digits']);
        expect(spreadsheetDamage(String(number), 'digits')).toBeNull();
      }),
    );
  });

  test('a long text is a value', () => expect(spreadsheetDamage(`#N/A${' '.repeat(100_000)}`)).toBeNull());
});

test.each([
  ['="0861234567"', '0861234567'],
  ['= "x"', 'x'],
  ['="say ""hi"""', 'say "hi"'],
  ['=""', ''],
  ['=HYPERLINK("https://x.example/ada","Ada ""A"" Love")', 'Ada "A" Love'],
  ['=hyperlink( A2 ; "Ada" )', 'Ada'],
  ['=HYPERLINK("https://x.example/ada")', null],
  ['=HYPERLINK("https://x.example/ada",B2)', null],
  ['=HYPERLINK("x","a")&HYPERLINK("x","b")', null],
  ['="a" & "b"', null],
  ['=A1', null],
  ['0861234567', null],
])('the text of %j is %j', (cell, text) => expect(textFormula(cell)).toBe(text));

describe('a formula in place of its result', () => {
  test.each([
    ...[
      '=HYPERLINK("https://x.example",B2)',
      '=A1&B1',
      '=SUM(A1:A3)',
      ' =-A1',
      '=+A1',
      "='My sheet'!A1",
      '=[1]Data!A1',
      '={1;2}',
    ],
    ...[
      '=1+1',
      '=Bob',
      "=cmd|' /C calc'!A0",
      '＝SUM(A1)',
      '+SUM(A1:A3)',
      '-SUM(1;2)',
      '@SUM(1+1)',
      '@sum(A1)',
      '+A1',
      '+A1&B1',
    ],
    ...[
      "+1+cmd|' /C calc'!A0",
      '+1+cmd|calc',
      "-2+3+cmd|' /C calc'!A0",
      "@SUM(1+1)*cmd|' /C calc'!A0",
      '=#REF!',
      '=@A1',
      '=IF(A1,"a")',
    ],
  ])('%s', (text) => expect(isFormula(text)).toBe(true));

  test.each([
    ...['+353 86 123 4567', '+1 (555) 010-0100', '+1-555-0100 ext. 5', '+44 (0)20 7946 0000 / +44 20', '-5', '+1+1'],
    ...[
      '@ada',
      '@ada_love',
      '@ada|@bob',
      '-',
      '--',
      '- call back (May)',
      '-VP(Sales)',
      '-Sales|Marketing',
      '- =SUM',
      '-B2B sales',
      '-A4 paper',
    ],
    ...[
      '= Head of Sales',
      '=> see below',
      '=',
      '==',
      '=)',
      '+ Bob!',
      'Ada',
      "'=A1",
      'a=b',
      '-employee(s)',
      '+1|+2',
      '-Q4',
      '-call(s) only',
    ],
  ])('not %s', (text) => expect(isFormula(text)).toBe(false));

  test('takes no time, however long', () => {
    for (const text of ['+', '+a|', '=A', '@', '-1+', '=HYPERLINK("'])
      expect(isFormula(text.repeat(10_000 / text.length))).toBe(text === '=A' || text.startsWith('=H'));
  });
});

test.each([
  ['353861234567.0', '353861234567'],
  ['353861234567,00', '353861234567'],
  ['10.0', null],
  ['1.5', null],
])('%j without the fraction of a number: %j', (text, number) => expect(withoutPointZero(text)).toBe(number));
