// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findHostBrand } from '#brands/index.ts'
import { libraryForTests } from '#web/domains/photos/library.testing.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { PhotoTimeline } from './photo-timeline.tsx'

const brand = findHostBrand('localhost')!

vi.mock('#web/domains/retention/storage-button.tsx', () => ({ StorageButton: () => null }))
vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))

let library: ReturnType<typeof libraryForTests>

// Preloads a lazy component so that the first test does not wait for it.
beforeAll(() => import('#web/ui/select-list.tsx'))
beforeEach(() => {
  // The test DOM has no layout: the grid needs a width.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(949)
  library = libraryForTests({ '2024': { '5': 3, '1': 4 }, '1970': { '1': 2 } })
})

function load() {
  cleanup()
  library.requests.length = 0
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/my-photos/photos',
    component: PhotoTimeline,
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/my-photos/photos'] }),
  })
  render(
    <ConfigProvider config={{ environment: 'test', brand, menu: EMPTY_MENU, texts: textsForTests() }}>
      <TextsProvider texts={textsForTests()}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </TextsProvider>
    </ConfigProvider>,
  )
}
const select = () => screen.findByRole('button', { name: /^Sort by/ })
const photo = (name: RegExp) => screen.findByRole('button', { name })
const months = () => screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)
const countRequests = (query: string) => library.requests.filter(path => path.includes(query)).length
async function choose(name: string) {
  fireEvent.click(await select())
  fireEvent.click(await screen.findByRole('option', { name }))
}

test('PL-021 OP-07 photos are sorted by date uploaded or taken, four options without duplicates', async () => {
  load()
  await photo(/^Photo 1 of 9/)
  fireEvent.click(await select())
  const options = await screen.findAllByRole('option')
  expect(options.map(option => option.textContent)).toEqual([
    'Date uploaded, new to old',
    'Date uploaded, old to new',
    'Date taken, new to old',
    'Date taken, old to new',
  ])
})

test('PL-024 PL-025 OP-08 another sort loads the months in view again in its order, Unknown Date stays last', async () => {
  load()
  await photo(/^Photo 1 of 9, taken 28 May 2024/)
  expect(months()).toEqual(['May 2024', 'January 2024', 'Unknown Date'])
  await choose('Date taken, old to new')
  await photo(/^Photo 1 of 9, taken 28 January 2024/)
  expect(months()).toEqual(['January 2024', 'May 2024', 'Unknown Date'])
  expect(countRequests('/timeline/2024/5?sortKey=dateTaken&sortOrder=asc')).toBe(1)
  await choose('Date uploaded, new to old')
  await waitFor(() =>
    expect(countRequests('/timeline/2024/5?sortKey=created&sortOrder=desc&groupBy=created')).toBe(1),
  )
  expect(countRequests('/users/timeline?groupBy=created')).toBe(1)
  await choose('Date taken, old to new')
  await waitFor(() => expect(countRequests('/timeline/2024/5?sortKey=dateTaken&sortOrder=asc')).toBe(2))
})

test('PL-024 PL-031 photos in view are loaded when the sort changes in the middle of a fling', async () => {
  load()
  await photo(/^Photo 1 of 9, taken 28 May 2024/)
  fireEvent.click(await select())
  const option = await screen.findByRole('option', { name: 'Date uploaded, new to old' })
  const edge = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  edge.mockReturnValue({ ...new DOMRect(0, -innerHeight, 949, 0).toJSON(), top: -innerHeight })
  window.dispatchEvent(new Event('scroll'))
  edge.mockRestore()
  library.timeline = { '2025': { '2': 9 } }
  fireEvent.click(option)
  await waitFor(() => expect(countRequests('/timeline/2025/2?sortKey=created')).toBe(1))
})

test('PL-022 the choice is used again after a reload', async () => {
  load()
  await photo(/^Photo 1 of 9/)
  await choose('Date taken, old to new')
  load()
  await photo(/^Photo 1 of 9, taken 28 January 2024/)
  expect((await select()).textContent).toBe('Date taken, old to new')
  expect(countRequests('sortOrder=desc')).toBe(0)
})
