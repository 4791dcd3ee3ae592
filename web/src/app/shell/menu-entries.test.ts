// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import type { HostMenu } from '#contract/brands.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { listStorefrontLinks } from '#web/platform/links/storefront-links.ts'
import { createAppRouter } from '../router.tsx'
import { listMenuEntries } from './menu-entries.ts'

const ALL = { business: false, isFlagEnabled: () => true, exists: () => true }
const names = (circumstances: Partial<typeof ALL>) =>
  listMenuEntries({ ...ALL, ...circumstances }).map(entry => entry.id)
const without = (list: string[], ...gone: string[]) => list.filter(id => !gone.includes(id))

describe('the side menu', () => {
  test('AA-017 has its order', () => {
    expect(without(names({}), 'albums', 'tidy-up', 'deleted-photos', 'downloads', 'activity')).toEqual([
      'overview',
      'orders',
      'settings',
      'saved-projects',
      'photos',
      'widgets',
    ])
  })

  test('AA-018, AA-019 business customers get invoices, FTP and their settings, and no widgets', () => {
    const entries = listMenuEntries({ ...ALL, business: true })
    expect(entries.map(entry => entry.id)).toEqual(
      expect.arrayContaining(['invoices', 'ftp', 'settings', 'photos']),
    )
    expect(entries.find(entry => entry.id === 'settings')?.path).toBe('/settings/b2b')
    expect(entries.some(entry => entry.id === 'widgets')).toBe(false)
    expect(names({})).not.toContain('invoices')
  })

  test('AA-020 photos only with the timeline flag', () => {
    const off = listMenuEntries({
      ...ALL,
      isFlagEnabled: flag => flag !== 'PhotoManagementTimelineViewEnabled',
    })
    expect(off.map(entry => entry.path).filter(path => path.startsWith('/my-photos'))).toEqual([])
  })

  test('OP-05 albums only with the timeline flag and their own', () => {
    for (const flag of ['PhotoManagementAlbumViewEnabled', 'PhotoManagementTimelineViewEnabled'])
      expect(
        listMenuEntries({ ...ALL, isFlagEnabled: each => each !== flag }).map(entry => entry.id),
      ).not.toContain('albums')
    expect(names({})).toContain('albums')
  })

  test('AA-020 a flag is requested by its exact name, without anything that could be a query', () => {
    const calls: unknown[][] = []
    const isFlagEnabled = (...all: unknown[]) => calls.push(all) > 0
    listMenuEntries({ ...ALL, isFlagEnabled })
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.filter(each => each.length !== 1)).toEqual([])
  })

  test.each([
    ['a consumer', false, ['Overview', 'My orders', 'Settings', 'Saved projects'], ['Widgets']],
    [
      'a business customer',
      true,
      ['Overview', 'My orders', 'Invoices', 'FTP instructions', 'Settings', 'Saved projects'],
      [],
    ],
  ])(
    'AA-017 AA-018 AA-019 OP-49 %s reads these labels: entries of screens that do not exist yet are hidden',
    (_, business, account, last) => {
      const { routesByPath } = createAppRouter()
      const { text } = textsForTests()
      const entries = listMenuEntries({ ...ALL, business, exists: path => path in routesByPath })
      expect(entries.map(({ label }) => text(label))).toEqual([
        ...account,
        'Photos',
        'Albums',
        'Tidy up',
        'Recently deleted',
        'Downloads',
        'Activity',
        ...last,
      ])
    },
  )

  test('has only places that exist', () => {
    const existing = ['/', '/my-photos/photos', '/my-photos/deleted', '/downloads']
    const entries = listMenuEntries({ ...ALL, exists: path => existing.includes(path) })
    expect(entries.map(entry => entry.path)).toEqual(existing)
  })
})

describe('links of the retailer', () => {
  test('AA-017 every brand has its FAQs in the side menu', () => {
    for (const brand of brands) {
      const faqs = listStorefrontLinks(brand.menu, 'side').find(link => link.id === 'faqs')
      expect(faqs).toMatchObject({ label: 'menu.faqs', href: expect.stringMatching(/^https?:/) })
    }
  })

  test('PL-145 drops links that are not http(s) addresses or not configured', () => {
    const menu: HostMenu = {
      storefrontItems: [
        { id: 'bad', label: 'Bad', url: 'javascript:alert(1)' },
        { id: 'blog', label: 'Blog', url: 'https://blog.example' },
      ],
      routes: {},
      menus: { side: ['bad', 'gone', 'blog'], help: [], footer: [] },
    }
    expect(listStorefrontLinks(menu, 'side')).toEqual([
      { id: 'blog', label: undefined, fallback: 'Blog', href: 'https://blog.example' },
    ])
  })
})
