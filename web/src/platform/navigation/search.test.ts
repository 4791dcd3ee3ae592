import { describe, expect, test } from 'vitest'
import { mergeSearch, parseSearch, stringifySearch } from './search.ts'

describe('the query string', () => {
  test.each(['', '?stripped=1', '?a=true&b=%22x%22', '?tag=a&tag=b', '?q=%C3%A4+b', '?stripped='])(
    'PL-012 %s is written as it was read',
    query => {
      expect(stringifySearch(parseSearch(query))).toBe(query)
    },
  )

  test('PL-012 is kept on navigation, overridden by the target’s', () => {
    const present = parseSearch('?stripped=1&PhotoManagementAlbumViewEnabled=true&sort=a')
    expect(mergeSearch(present, { sort: 'b' })).toEqual({
      stripped: '1',
      PhotoManagementAlbumViewEnabled: 'true',
      sort: 'b',
    })
    expect(stringifySearch(mergeSearch(present, { sort: undefined }))).toBe(
      '?stripped=1&PhotoManagementAlbumViewEnabled=true',
    )
  })

  test('parameters of a single page are not kept', () => {
    expect(mergeSearch(parseSearch('?code=1&state=2&confirmation-token=x&stripped=1'), {})).toEqual({
      stripped: '1',
    })
  })
})
