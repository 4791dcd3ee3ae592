// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import type { MerchandiseChannel } from '#contract/merchandise.ts'
import type { Order } from '#contract/orders.ts'
import type { Project } from '#contract/projects.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import {
  answerChannel,
  articleForTests,
  channelForTests,
} from '#web/domains/merchandise/merchandise.testing.ts'
import { addressesExpire, photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { answerCalls, type ReceivedCall, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { formatDaysAgo, NOW, orderForTests, productForTests } from '../pages/orders/orders.testing.tsx'
import { projectForTests } from '../pages/projects/projects.testing.tsx'
import { renderScreens } from '../screens.testing.tsx'
import { LandingScreen } from './landing-screen.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const size = vi.hoisted(() => ({ current: 'extra-large' }))
vi.mock('#web/platform/session/page-session.ts', () => ({
  useSession: () => ({ status: 'signed-in', claims: { email: 'anna@example.com', amr: [] } }),
  useClaims: () => ({ sub: 'anna' }),
}))
vi.mock('#web/ui/screen-size.ts', async original => ({
  ...(await original<typeof import('#web/ui/screen-size.ts')>()),
  useScreenSize: () => size.current,
}))

let orders: Order[]
let channel: MerchandiseChannel | null
let failing: string | undefined
let photos: number
let projects: Project[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  size.current = 'extra-large'
  setHostFlags({
    PhotoManagementTimelineViewEnabled: true,
    PhotoManagementAlbumViewEnabled: true,
    PhotoManagementUploadViewEnabled: true,
    PhotoManagementPhotoExportEnabled: true,
  })
  orders = []
  channel = channelForTests()
  failing = undefined
  photos = 9
  projects = []
  answerCalls(answer)
})

/** The services that the screen calls. */
function answer({ path: pathname, query: searchParams }: ReceivedCall): Response {
  if (failing && pathname.includes(failing)) return refusal(500)
  if (pathname === SERVICES.merchandise) return answerChannel(channel)
  if (pathname.endsWith('/superorders/me')) return Response.json({ superOrders: orders, cursor: null })
  if (pathname.endsWith('/projects/anna'))
    return Response.json({
      projects: projects.slice(0, Number(searchParams.get('limit'))),
      totalProjectCount: projects.length,
      cursor: null,
    })
  if (pathname === `${SERVICES.sharedAlbums}/users`)
    return Response.json({ readAlbumsCount: 3, grantedAlbumsCount: 1 })
  if (pathname.endsWith('/users'))
    return Response.json({
      userId: 'a',
      photosCount: 2418,
      albumsCount: 17,
      registrationDate: formatDaysAgo(500),
      lastUploadedAt: null,
      deletedCount: 0,
    })
  if (pathname.endsWith('/photos')) {
    const limit = Math.min(photos, Number(searchParams.get('limit')))
    const images = Array.from({ length: limit }, (_, index) => photoForTests(2026, 11, index))
    return Response.json({ cursor: null, images, addressesExpire })
  }
  return refusal(404)
}

function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queries.setQueryData(customerQuery.queryKey, { firstName: 'Anna' } as never)
  // The menu of phones has the pages that exist.
  const pages = [PATHS.orders, PATHS.savedProjects, PATHS.photos, PATHS.albums, PATHS.downloads]
  const screens = Object.fromEntries(pages.map(page => [page, () => <p>Elsewhere</p>]))
  return renderScreens('/', { ...screens, [PATHS.overview]: LandingScreen }, { queries, toasts: false })
    .router
}

/** Two orders in progress, the older one first placed, and one of last year. */
function someOrders(): Order[] {
  const book = productForTests({ code: '2140-01', title: 'Photo book', status: 'Confirmed' })
  const prints = productForTests({ code: '2140-02', title: '24 prints', status: 'Dispatched' })
  return [
    orderForTests({
      superOrderCode: '4711-2140',
      products: [book, prints],
      history: [{ status: 'Confirmed', at: formatDaysAgo(1) }],
      hasDeliveryDates: true,
      parcels: [
        {
          number: 'PL 4820',
          carrier: 'Postline',
          trackingUrl: 'https://track.example/1',
          shippedAt: formatDaysAgo(1),
          productCodes: ['2140-02'],
        },
      ],
    }),
    orderForTests({ superOrderCode: '4711-1988', createdAt: formatDaysAgo(10) }),
    orderForTests({ superOrderCode: '4699-0041', createdAt: formatDaysAgo(300) }),
  ]
}

test('AA-013 OP-46 the overview greets, shows the newest order with its steps, photos with their number, and quick links', async () => {
  orders = someOrders()
  show()
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello Anna' })).toBeDefined()
  const order = await screen.findByRole('region', { name: 'Photo book and 24 prints' })
  expect(order.textContent).toContain('Order 4711-2140, 20 November 2026\u00a0·\u00a0£48.90')
  expect(within(order).getByText('Ordered', { selector: '[aria-current=step] *' })).toBeDefined()
  expect(within(order).getByText('Partly sent')).toBeDefined()
  expect(within(order).getByText('1 of 2')).toBeDefined()
  expect(within(order).getByText('1 product is on its way, the rest follows')).toBeDefined()
  expect(within(order).getByRole('link', { name: 'Track order, Order 4711-2140' }).getAttribute('href')).toBe(
    'https://track.example/1',
  )
  expect(within(order).getByRole('link', { name: 'View order' }).getAttribute('href')).toBe(
    '/orders/4711-2140',
  )
  expect(screen.queryByText(/4711-1988/)).toBeNull()
  const library = screen.getByRole('region', { name: /^Photos/ })
  expect(await within(library).findByText('2,418')).toBeDefined()
  expect(await within(library).findAllByRole('link', { name: /^Taken on|2026/ })).toHaveLength(7)
  expect(within(library).getByRole('link', { name: 'See all, Photos' }).getAttribute('href')).toBe(
    '/my-photos/photos',
  )
  const links = screen.getByRole('navigation', { name: 'Quick links' })
  expect(
    within(links)
      .getAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['My albums', '/my-photos/albums'],
    ['Export photos', '/downloads'],
    ['Your addresses', '/settings/addresses/all'],
    ['Customer care', 'https://www.keepsake.example/contact'],
  ])
  expect(screen.getByRole('button', { name: 'Add photos' })).toBeDefined()
})

test('AA-013 OP-46 without an order the overview leads to the shop; an unpaid one can be paid', async () => {
  show()
  expect(await screen.findByRole('heading', { name: 'You have no orders yet' })).toBeDefined()
  for (const link of screen.getAllByRole('link', { name: 'Visit the shop' }))
    expect(new URL(link.getAttribute('href')!).origin).toBe('https://www.keepsake.example')
  cleanup()
  orders = [orderForTests({ status: 'Received', paymentUrl: 'https://pay.example/1' })]
  show()
  expect((await screen.findByRole('link', { name: 'Pay £48.90' })).getAttribute('href')).toBe(
    'https://pay.example/1',
  )
})

test('AA-013 each block of the overview fails alone and can be loaded again', async () => {
  orders = someOrders()
  failing = '/superorders/'
  show()
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('An unexpected error has occurred')
  expect(await screen.findAllByRole('link', { name: /2026/ })).toHaveLength(7)
  failing = '/photos'
  fireEvent.click(within(failure).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Photo book and 24 prints' })).toBeDefined()
  cleanup()
  show()
  expect(await screen.findByRole('region', { name: 'Photo book and 24 prints' })).toBeDefined()
  failing = undefined
  fireEvent.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }))
  expect(await screen.findAllByRole('link', { name: /2026/ })).toHaveLength(7)
})

test('AA-013 AA-020 PL-143 without the timeline flag the overview has no photos; without theirs neither a way to add some nor albums and exports', async () => {
  setHostFlags({ PhotoManagementTimelineViewEnabled: false, PhotoManagementAlbumViewEnabled: true })
  orders = someOrders()
  show()
  expect(await screen.findByRole('region', { name: 'Photo book and 24 prints' })).toBeDefined()
  expect(screen.queryByRole('region', { name: /^Photos/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'My albums' })).toBeNull()
  cleanup()
  setHostFlags({ PhotoManagementTimelineViewEnabled: true })
  show()
  expect(await screen.findByRole('region', { name: /^Photos/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
  const links = within(screen.getByRole('navigation', { name: 'Quick links' })).getAllByRole('link')
  expect(links.map(link => link.textContent)).toEqual(['Your addresses', 'Customer care'])
})

test('AA-013 OP-46 RV-839 on phones the root is the menu with the newest order as one link and the counts, without what is finished', async () => {
  size.current = 'small'
  orders = someOrders().toSpliced(
    2,
    0,
    orderForTests({ superOrderCode: '4711-1900', createdAt: formatDaysAgo(12), status: 'rejected' }),
  )
  show()
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello Anna' })).toBeDefined()
  expect(screen.getByText('anna@example.com')).toBeDefined()
  const order = await screen.findByRole('link', { name: /Order 4711-2140/ })
  expect(order.getAttribute('href')).toBe('/orders/4711-2140')
  expect(within(order).getByText('1 product is on its way, the rest follows')).toBeDefined()
  const menu = screen.getByRole('navigation', { name: 'Overview' })
  const entry = (name: RegExp) => within(menu).findByRole('link', { name })
  expect((await entry(/^My orders/)).textContent).toContain('2 in progress')
  expect((await entry(/^Photos/)).textContent).toContain('2,418')
  expect((await entry(/albums/i)).textContent).toContain('17')
})

test('PL-019 PL-173 on phones the menu counts the albums that others have shared, as the tab of the albums does', async () => {
  size.current = 'small'
  setHostFlags({
    PhotoManagementTimelineViewEnabled: true,
    PhotoManagementAlbumViewEnabled: true,
    PhotoManagementSharedAlbumsViewEnabled: true,
  })
  show()
  const menu = await screen.findByRole('navigation', { name: 'Overview' })
  const albums = await within(menu).findByRole('link', { name: /albums/i })
  await within(albums).findByText('20')
})

test('AA-013 on phones the order fails alone, and without one the shop is offered', async () => {
  size.current = 'medium'
  failing = '/superorders/'
  show()
  const failure = await screen.findByRole('alert')
  expect(screen.getByRole('navigation', { name: 'Overview' })).toBeDefined()
  failing = undefined
  fireEvent.click(within(failure).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You have no orders yet')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Visit the shop' })).toBeDefined()
})

test('AA-013 OP-46 the three projects that changed last, with their number, lead to their editors and to all of them', async () => {
  projects = Array.from({ length: 12 }, (_, index) => projectForTests({ title: `Project ${index}` }))
  show()
  const section = within(await screen.findByRole('region', { name: 'Saved projects 12' }))
  const editors = section.getAllByRole('link', { name: /^Continue with/ })
  expect(editors.map(link => link.getAttribute('aria-label'))).toEqual(
    [0, 1, 2].map(index => `Continue with Project ${index}`),
  )
  expect(editors[0]!.getAttribute('href')).toBe(projects[0]!.editorUrl)
  expect(section.getByRole('link', { name: 'See all, Saved projects' }).getAttribute('href')).toBe(
    '/saved-projects',
  )
})

test('AA-013 without projects their block is left out; when they cannot be read, it fails alone', async () => {
  show()
  expect(await screen.findByRole('heading', { name: /^Photos/ })).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByRole('heading', { name: /Saved projects/ })).toBeNull(), {
    timeout: 60_000,
  })
  cleanup()
  failing = '/projects/'
  show()
  const section = within(await screen.findByRole('region', { name: 'Saved projects' }))
  failing = undefined
  projects = [projectForTests()]
  fireEvent.click(await section.findByRole('button', { name: 'Try again' }))
  expect(await section.findByRole('link', { name: 'Continue with Amsterdam weekend' })).toBeTruthy()
})

test('AA-112 OP-86 the overview names articles and finds the shop by the channel of the brand', async () => {
  channel = channelForTests({
    ShopUrl: 'https://www.keepsake.example/gb/start',
    Articles: [articleForTests('POSTER', 'Map poster, 50 × 70 cm'), articleForTests('BOOK', 'Linen book')],
  })
  orders = [orderForTests({ products: [productForTests({ article: 'POSTER', title: 'POSTER' })] })]
  projects = [projectForTests({ articleName: 'BOOK' })]
  show()
  expect(await screen.findByRole('heading', { level: 2, name: 'Map poster, 50 × 70 cm' })).toBeTruthy()
  expect(await screen.findByText('Linen book, 36 pages')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Visit the shop' }).getAttribute('href')).toBe(
    'https://www.keepsake.example/gb/start',
  )
})
