// @vitest-environment happy-dom
import { createMemoryHistory, isRedirect } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { PUBLIC_PATHS } from '#contract/pages.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { requireCustomer, requireFlag, requireSession } from './guards.ts'
import { createAppRouter } from './router.tsx'

function routerAt(href: string) {
  const router = createAppRouter()
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [href] }) })
  return router
}

describe('navigation', () => {
  test.each([
    ['the preview', { to: PATHS.photoPreview, params: { id: 'p1' } }, '/my-photos/photos/preview/p1'],
    [
      'the preview of a deleted photo',
      { to: PATHS.deletedPhotoPreview, params: { id: 'p1' } },
      '/my-photos/deleted/preview/p1',
    ],
    ['the albums', { to: PATHS.albums }, '/my-photos/albums'],
    ['an album', { to: PATHS.album, params: { id: 'a1' } }, '/my-photos/albums/a1'],
    [
      'a preview in it',
      { to: PATHS.albumPhotoPreview, params: { id: 'a1', photoId: 'p1' } },
      '/my-photos/albums/a1/preview/p1',
    ],
    ['a shared album', { to: PATHS.sharedAlbum, params: { id: 'a1' } }, '/my-photos/shared-albums/a1'],
    [
      'a preview in one',
      { to: PATHS.sharedAlbumPhotoPreview, params: { id: 'a1', photoId: 'p1' } },
      '/my-photos/shared-albums/a1/preview/p1',
    ],
    ['downloads', { to: PATHS.downloads }, '/downloads'],
    ['the orders', { to: PATHS.orders }, '/orders'],
    ['an order', { to: PATHS.order, params: { orderCode: 'K-1' } }, '/orders/K-1'],
    ['the overview', { to: PATHS.overview }, '/'],
  ] as const)('PL-012 carries the query string to %s', (_, target, path) => {
    const router = routerAt('/my-photos/photos?stripped=1&PhotoManagementAlbumViewEnabled=true')
    expect(router.buildLocation(target as never).href).toBe(
      `${path}?stripped=1&PhotoManagementAlbumViewEnabled=true`,
    )
  })

  test('PL-012 a target may change and drop single parameters', () => {
    const router = routerAt('/my-photos/photos?stripped=1&sort=a')
    const href = (search: object) => router.buildLocation({ to: PATHS.photos, search } as never).href
    expect(href({ sort: 'b' })).toBe('/my-photos/photos?stripped=1&sort=b')
    expect(href({ sort: undefined })).toBe('/my-photos/photos?stripped=1')
  })

  test('PL-011 AA-010 OP-04 every path of the table has its route', () => {
    const { routesByPath } = createAppRouter()
    expect(Object.values(PATHS).filter(path => !(path in routesByPath))).toEqual([])
  })

  test('PL-011 the photo area has the paths of the document', () => {
    expect(PATHS).toMatchObject({
      myPhotos: '/my-photos',
      photos: '/my-photos/photos',
      photoPreview: '/my-photos/photos/preview/$id',
      albums: '/my-photos/albums',
      album: '/my-photos/albums/$id',
      albumPhotoPreview: '/my-photos/albums/$id/preview/$photoId',
      sharedAlbum: '/my-photos/shared-albums/$id',
      sharedAlbumPhotoPreview: '/my-photos/shared-albums/$id/preview/$photoId',
      photoExports: '/my-photos/exports/$backupId',
      downloads: '/downloads',
    })
  })

  test('AA-010 OP-04 the account area has the paths of the document', () => {
    expect(Object.values(PATHS)).toEqual(
      expect.arrayContaining([
        '/',
        '/account-deleted',
        '/delete-account-confirmation',
        '/delete-account-error',
        '/saved-projects',
        '/orders',
        '/orders/$orderCode',
        '/downloads',
        '/settings',
        '/settings/b2b',
        '/settings/b2b/email',
        '/settings/personal-details',
        '/settings/payment-method',
        '/settings/email',
        '/change-email-confirmation',
        '/change-email-success',
        '/change-email-error',
        '/logout',
        '/online-products',
        '/online-products/$productCode',
        '/settings/new-address',
        '/settings/address',
        '/settings/addresses/all',
        '/settings/b2b/new-address',
        '/settings/b2b/address',
        '/invoices',
        '/integration',
        '/subscription-confirmation',
        '/subscription-confirmation-success',
        '/subscription-confirmation-error',
      ]),
    )
  })

  test.each([
    PATHS.accountDeleted,
    PATHS.changeEmailSuccess,
    PATHS.subscriptionConfirmation,
    PATHS.subscriptionConfirmationSuccess,
    PATHS.subscriptionConfirmationError,
  ])('AA-012 %s starts no sign-in', path => {
    expect(PUBLIC_PATHS).toContain(path)
    const [matched] = routerAt('/').getMatchedRoutes(path)
    expect(matched.map(route => route.id).slice(0, 2)).toEqual(['__root__', '/public'])
    const guards = matched.map(route => route.options.beforeLoad as unknown)
    expect(guards).not.toContain(requireSession)
    expect(guards).not.toContain(requireCustomer)
  })

  test.each([
    ['/my-photos', '/my-photos/photos'],
    ['/settings/address', '/settings/addresses/all'],
    ['/settings/b2b/address/', '/settings/addresses/all'],
  ])('PL-005 OP-48 %s leads to %s with the same query', (path, to) => {
    const [matched] = routerAt('/').getMatchedRoutes(path)
    const options = expect.objectContaining({ to, search: true, replace: true })
    expect(matched.at(-1)!.options.beforeLoad).toThrow(expect.objectContaining({ options }))
  })

  test.each(['/nobody/knows', '/my-photos/nothing', '/downloads/more'])(
    'AA-011 OP-45 the unknown path %s matches the not-found screen inside the shell',
    path => {
      const [matched] = routerAt('/').getMatchedRoutes(path)
      expect(matched.map(route => route.id)).toEqual(['__root__', '/shell', '/shell/$'])
    },
  )

  test.each([
    '/',
    '/downloads',
    '/orders',
    '/orders/K-1',
    '/my-photos/photos',
    '/my-photos/photos/preview/p1',
    '/my-photos/albums',
    '/my-photos/albums/a1',
    '/my-photos/albums/a1/preview/p1',
    '/my-photos/shared-albums/a1',
    '/my-photos/shared-albums/a1/preview/p1',
    '/my-photos/exports/b1',
    '/my-photos/deleted',
    '/nobody/knows',
  ])('PL-013 AA-012 %s asks for sign-in before anything else', path => {
    const [matched] = routerAt('/').getMatchedRoutes(path)
    const guards = matched.map(route => route.options.beforeLoad as unknown).filter(Boolean)
    expect(guards[0]).toBe(requireCustomer)
  })
})

describe('a flag guard', () => {
  const guard = requireFlag('PhotoManagementTimelineViewEnabled')
  const enter = (searchStr: string) => guard({ location: { searchStr } })

  test('PL-014, OP-05 redirects to / while the flag is off', () => {
    expect(() => enter('')).toThrow()
    try {
      enter('?stripped=1')
    } catch (thrown) {
      expect(isRedirect(thrown) && thrown.options).toMatchObject({ to: '/', search: true, replace: true })
    }
  })

  test.each(['/my-photos', '/my-photos/photos', '/my-photos/photos/preview/p1', '/my-photos/deleted'])(
    'PL-014 PL-015 OP-05 %s requires the timeline flag',
    path => {
      const [matched] = routerAt('/').getMatchedRoutes(path)
      const guards = matched.flatMap(route => (route.options.beforeLoad as unknown as typeof guard) ?? [])
      const enters = (value: string) => () =>
        guards[1]!({ location: { searchStr: `?PhotoManagementTimelineViewEnabled=${value}` } })
      expect(enters('true')).not.toThrow()
      const options = expect.objectContaining({ to: '/', search: true, replace: true })
      expect(enters('false')).toThrow(expect.objectContaining({ options }))
    },
  )

  test.each([
    ['/my-photos/albums', 'PhotoManagementAlbumViewEnabled'],
    ['/my-photos/albums/a1', 'PhotoManagementAlbumViewEnabled'],
    ['/my-photos/albums/a1/preview/p1', 'PhotoManagementAlbumViewEnabled'],
    ['/my-photos/shared-albums/a1', 'PhotoManagementSharedAlbumsViewEnabled'],
    ['/my-photos/shared-albums/a1/preview/p1', 'PhotoManagementSharedAlbumsViewEnabled'],
  ])('PL-007 PL-008 PL-014 PL-015 OP-05 %s asks for the timeline flag and %s', (path, album) => {
    const [matched] = routerAt('/').getMatchedRoutes(path)
    const guards = matched
      .flatMap(route => (route.options.beforeLoad as unknown as typeof guard) ?? [])
      .slice(1)
    const passes = (searchStr: string) => {
      try {
        for (const each of guards) each({ location: { searchStr } })
        return true
      } catch (thrown) {
        expect(isRedirect(thrown) && thrown.options).toMatchObject({ to: '/', search: true, replace: true })
        return false
      }
    }
    const timeline = 'PhotoManagementTimelineViewEnabled'
    expect(passes(`?${timeline}=1&${album}=1`)).toBe(true)
    expect(passes(`?${timeline}=1&${album}=0`)).toBe(false)
    expect(passes(`?${timeline}=0&${album}=1`)).toBe(false)
  })

  test('PL-014 continues while the flag is on', () => {
    setHostFlags({ PhotoManagementTimelineViewEnabled: true })
    expect(enter('')).toBeUndefined()
    expect(() => enter('?PhotoManagementTimelineViewEnabled=false')).toThrow()
  })
})
