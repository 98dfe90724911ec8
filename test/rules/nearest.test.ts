import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { didYouMean, editDistance, looseName, nearest } from '../../src/rules/nearest.ts';

const KNOWN = ['firstName', 'lastName', 'jobTitle', 'companyName', 'companyNetworkUrl', 'networkProfileUrl'];

describe('nearest names the known name that was probably meant', () => {
  test.each([
    ['jobTitel', 'jobTitle'],
    ['First Name', 'firstName'],
    ['first_name', 'firstName'],
    ['frstName', 'firstName'],
    ['COMPANYNAME', 'companyName'],
    ['companyNetworkURL', 'companyNetworkUrl'],
    ['profile', null],
    ['x', null],
    ['', null],
    ['---', null],
  ])('%s → %s', (input, meant) => expect(nearest(input, KNOWN)).toBe(meant));

  test('of equally near names one that has the whole word is given, then the first known one', () => {
    expect(nearest('lista', ['listb', 'listc'])).toBe('listb');
    expect(nearest('notAccepted', ['onAccepted', 'onNotAccepted'])).toBe('onNotAccepted');
  });

  test('didYouMean is a clause or nothing', () => {
    expect([didYouMean('jobTitel', KNOWN), didYouMean('zzz', KNOWN)]).toEqual(['; did you mean "jobTitle"?', '']);
  });
});

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['abc', 'ab', 1],
    ['abc', 'xbc', 1],
    ['kitten', 'sitting', 3],
  ])('%s %s = %i', (from, to, distance) => expect(editDistance(from, to, 9)).toBe(distance));

  test('is the same in both directions, 0 only for equal words, and never says less because of its bound', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
    fc.assert(
      fc.property(word, word, fc.nat(7), (one, other, most) => {
        const distance = editDistance(one, other, 99);
        expect(editDistance(other, one, 99)).toBe(distance);
        expect(distance === 0).toBe(one === other);
        expect(editDistance(one, other, most)).toBe(Math.min(distance, most + 1));
      }),
    );
  });
});

test('looseName forgets case, spaces, joints and accents, and nothing else', () => {
  expect(['First Name', 'first_name', 'firstName', 'Prénom 2'].map(looseName)).toEqual([
    'firstname',
    'firstname',
    'firstname',
    'prenom2',
  ]);
});
