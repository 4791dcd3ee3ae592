import { describe, expect, test } from 'vitest'
import { findSearchMatches, normalizeSearchText, splitSearchWords } from './order-search.ts'

describe('NX-147 texts of the search of orders', () => {
  test.each([
    ['Grüße aus Málaga', 'grusse aus malaga'],
    ['4711-1873', '47111873'],
    ['  Photo   book / ‘Été’ ', 'photo book ete'],
    ['Smørrebrød & Łódź', 'smorrebrod lodz'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['e\u0301te\u0301', 'ete'],
    ['100 % _', '100'],
  ])('%s', (text, normalized) => expect(normalizeSearchText(text)).toBe(normalized))

  test('words of a query, once each', () =>
    expect(splitSearchWords('Été, été-- 4711-18')).toEqual(['ete', '471118']))

  test.each([
    ['Wall calendar ‘Family 2027’', 'CALÉNDAR', ['calendar']],
    ['Order 4711-1873', '47111', ['4711-1']],
    ['e\u0301te\u0301 Straße', 'été strasse', ['e\u0301te\u0301', 'Straße']],
    ['ananas', 'ana nas', ['ananas']],
    ['Prints', 'books', []],
  ])('%s is marked for %s', (text, query, marked) =>
    expect(
      findSearchMatches(text, splitSearchWords(query)).map(([start, end]) => text.slice(start, end)),
    ).toEqual(marked),
  )
})
