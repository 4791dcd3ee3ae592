// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findHostBrand } from '#brands/index.ts'
import type { Flags } from '#contract/brands.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { useLibraryActions, usePreviewActions } from './library-actions.ts'

beforeEach(() => history.replaceState(null, '', '/my-photos/photos'))
afterEach(() => {
  history.replaceState(null, '', '/')
})

const ALBUMS = { PhotoManagementAlbumViewEnabled: true }
const PRINTS = { PhotoManagementOrderPrintsEnabled: true }

/** Ids of the actions of the bar and of the preview. */
function offered(flags: Partial<Flags>, search = '') {
  history.replaceState(null, '', `/my-photos/photos${search}`)
  setHostFlags(flags)
  const seen: string[][] = []
  function Screen() {
    seen.push(
      useLibraryActions().map(action => action.id),
      usePreviewActions().map(action => action.id),
    )
    return null
  }
  const brand = findHostBrand('localhost')!
  render(
    <ConfigProvider config={{ environment: 'test', brand, menu: EMPTY_MENU, texts: textsForTests() }}>
      <Screen />
    </ConfigProvider>,
  )
  return seen
}

test('PL-052 PL-143 the bar offers order prints with its flag, before deleting; the preview does not (PL-063)', () => {
  const [bar, preview] = offered({ ...ALBUMS, ...PRINTS })
  expect(bar).toEqual(['download', 'copy-to-album', 'set-date', 'order-prints', 'delete'])
  expect(preview).toEqual(['download', 'copy-to-album', 'set-date', 'delete'])
})

test.each<[string, Partial<Flags>, string]>([
  ['with the flag off', ALBUMS, ''],
  ['with the flag off in the address', { ...ALBUMS, ...PRINTS }, '?PhotoManagementOrderPrintsEnabled=false'],
  ['PL-016 OP-06 in stripped mode', { ...ALBUMS, ...PRINTS }, '?stripped'],
])('PL-052 %s order prints is not there', (_when, flags, search) => {
  expect(offered(flags, search)[0]).toEqual(['download', 'copy-to-album', 'set-date', 'delete'])
})

test('PL-052 PL-063 PL-143 each flag is its own: prints without albums', () => {
  const [bar, preview] = offered(PRINTS)
  expect(bar).toEqual(['download', 'set-date', 'order-prints', 'delete'])
  expect(preview).toEqual(['download', 'set-date', 'delete'])
  cleanup()
  expect(offered({ ...PRINTS }, '?stripped=false')[0]).toContain('order-prints')
})
