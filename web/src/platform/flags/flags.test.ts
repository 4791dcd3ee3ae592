// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { isFlagEnabled, isStripped, resolveFlag, setHostFlags } from './flags.ts'

const FLAG = 'PhotoManagementAlbumViewEnabled'
const at = (query: string | null, stored: string | null, host: boolean | undefined) =>
  resolveFlag(FLAG, {
    search: query === null ? '' : `?${FLAG}=${query}`,
    stored: flag => (flag === FLAG ? stored : null),
    host: host === undefined ? {} : { [FLAG]: host },
  })

describe('a flag', () => {
  test.each([
    ['query', 'false', 'true', true, false],
    ['query', '1', 'false', false, true],
    ['local storage', null, 'false', true, false],
    ['local storage', null, '1', false, true],
    ['host list', null, null, true, true],
    ['nothing', null, null, undefined, false],
    ['local storage, the query being no switch', 'maybe', '0', true, false],
    ['host list, the others being no switch', 'yes', '', true, true],
  ])('OP-29, PL-142, AA-119 is taken from %s', (_, query, stored, host, on) => {
    expect(at(query, stored, host)).toBe(on)
  })
})

test.each([
  'PhotoManagementTimelineViewEnabled',
  'PhotoManagementAlbumViewEnabled',
  'PhotoManagementSharedAlbumsViewEnabled',
  'PhotoManagementUploadViewEnabled',
  'PhotoManagementQrCodeUploadEnabled',
  'PhotoManagementReactivationEnabled',
  'PhotoManagementPhotoExportEnabled',
  'PhotoManagementOrderPrintsEnabled',
] as const)(
  'AA-119 PL-142 %s is on by the list of the host, which local storage overrides, which the query overrides',
  flag => {
    const { pathname } = location
    try {
      expect(isFlagEnabled(flag)).toBe(false)
      setHostFlags({ [flag]: true })
      expect(isFlagEnabled(flag)).toBe(true)
      localStorage.setItem(flag, 'false')
      expect(isFlagEnabled(flag)).toBe(false)
      history.replaceState(null, '', `?${flag}=true`)
      expect(isFlagEnabled(flag)).toBe(true)
    } finally {
      setHostFlags({})
      history.replaceState(null, '', pathname)
    }
  },
)

test.each([
  ['?stripped', true],
  ['?stripped=', true],
  ['?stripped=true', true],
  ['?stripped=yes', true],
  ['?stripped=false', false],
  ['?stripped=0', false],
  ['?other=1', false],
  ['', false],
])('PL-016 OP-06 %s is stripped: %s', (search, stripped) => {
  expect(isStripped(search)).toBe(stripped)
})
