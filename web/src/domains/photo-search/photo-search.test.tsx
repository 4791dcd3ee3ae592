// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { toasts } from '#web/ui/toasts.ts'
import { PhotoSearch } from './photo-search.tsx'

vi.mock('#web/platform/session/page-session.ts', () => ({
  useSession: () => ({ status: 'signed-in', claims: { sub: 'owner' } }),
}))

const option = (label: string, date: string, photos = 5) => ({
  kind: 'date',
  label,
  matched: [],
  filter: { date: [date] },
  photos,
})
const answer = (options: object[], date = '2024-07') =>
  Response.json({
    options,
    understood: { filter: { date: [date] }, phrases: [], rest: '', unknown: [], corrected: [] },
  })

/** Answers a request for suggestions of a text. */
let suggest: (text: string) => Promise<Response>
beforeEach(() => {
  suggest = async text => answer(text === 'j' ? [option('June 2024', '2024-06')] : [])
  answerCalls(({ path, query }) =>
    path.endsWith('/suggestions') ? suggest(query.get('text')!) : Response.json({ isOn: false, towns: [] }),
  )
})

function show(path = '/my-photos/photos', isPhone = false) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    query => ({ matches: isPhone, media: query, addEventListener() {}, removeEventListener() {} }) as never,
  )
  const frame = () => (
    <>
      <header />
      <main>
        <Link to={'/my-photos/albums' as never}>Albums</Link>
        <input aria-label="Another field" />
        <Outlet />
      </main>
      <PhotoSearch />
    </>
  )
  const pages = ['/my-photos/photos', '/my-photos/albums', '/my-photos/search']
  const screens = Object.fromEntries(pages.map(page => [page, () => <h1>{page}</h1>]))
  const queries = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })
  return renderScreens(path, screens, { host: 'localhost', frame, queries, toasts: false }).router
}

const findField = async () => (await screen.findByRole('combobox')) as HTMLInputElement
function type(field: HTMLInputElement, value: string) {
  act(() => field.focus())
  fireEvent.change(field, { target: { value } })
}
const press = (key: string, target: Element = document.activeElement!) => fireEvent.keyDown(target, { key })

test.each([
  ['of this account', [{ text: 'Oslo', query: 'text=Oslo' }], ['Oslo']],
  ['without a filter', [{ text: 'Oslo' }], []],
])('NX-203 stored searches %s', async (_, stored, offered) => {
  localStorage.setItem('keepsake.searches.owner', JSON.stringify(stored))
  localStorage.setItem('keepsake.searches.neighbour', JSON.stringify([{ text: 'Rome', query: 'text=Rome' }]))
  show()
  const field = await findField()
  act(() => field.focus())
  fireEvent.click(field)
  await screen.findByRole('heading', { name: 'Places' })
  expect(screen.queryAllByText(/Oslo|Rome/).map(each => each.textContent)).toEqual(offered)
})

test('NX-203 a search that cannot be understood now says so', async () => {
  suggest = async () => Promise.reject(new TypeError('Failed to fetch'))
  const router = show()
  type(await findField(), 'July 2024')
  press('Enter')
  await waitFor(() =>
    expect(toasts.current().map(toast => toast.text)).toEqual([
      'We couldn’t search for that. Please check your connection and try again.',
    ]),
  )
  expect(router.state.location.pathname).toBe('/my-photos/photos')
  suggest = async () => answer([])
  press('Enter')
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/search'))
})

test.each([
  ['the text was changed', (field: HTMLInputElement) => type(field, 'June')],
  ['the panel was closed', () => press('Escape')],
  ['another field has the focus', () => act(() => screen.getByLabelText('Another field').focus())],
])('NX-203 a late answer leads nowhere when %s', async (_, leave) => {
  let finish: (() => void) | undefined
  let isAnswered = false
  suggest = async text => {
    if (text !== 'July 2024') return answer([])
    await new Promise<void>(resolve => {
      finish = resolve
    })
    isAnswered = true
    return answer([])
  }
  const router = show()
  const field = await findField()
  type(field, 'July 2024')
  press('Enter')
  await waitFor(() => expect(finish).toBeDefined())
  leave(field)
  finish!()
  await waitFor(() => expect(isAnswered).toBe(true))
  // The next search ends after the abandoned one.
  type(field, 'j')
  await screen.findByRole('listbox')
  await act(() => new Promise(resolve => setImmediate(resolve)))
  expect(router.state.location.pathname).toBe('/my-photos/photos')
  expect(toasts.current()).toEqual([])
})

test('NX-203 other options are not chosen by the arrow keys of the ones before', async () => {
  suggest = async text => answer([option(text === 'j' ? 'June 2024' : 'July 2024', '2024-06', 1234)])
  const router = show()
  const field = await findField()
  type(field, 'j')
  await screen.findByRole('option', { name: /June 2024.*1,234/ })
  type(field, 'ju')
  press('ArrowDown')
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]!.id)
  await screen.findByRole('option', { name: /July 2024/ })
  expect(field.getAttribute('aria-activedescendant')).toBeNull()
  press('Enter')
  await waitFor(() => expect(router.state.location.search).toEqual({ date: '2024-07' }))
})

test('NX-203 the field names a list only where there is one', async () => {
  show()
  const field = await findField()
  act(() => field.focus())
  await screen.findByRole('heading', { name: 'Try' })
  expect([field.getAttribute('aria-expanded'), field.getAttribute('aria-controls')]).toEqual(['false', null])
  type(field, 'j')
  const list = await screen.findByRole('listbox')
  expect([field.getAttribute('aria-expanded'), field.getAttribute('aria-controls')]).toEqual([
    'true',
    list.id,
  ])
})

test('NX-202 Escape closes the panel also from a search to try, and returns to the field', async () => {
  show()
  const field = await findField()
  act(() => field.focus())
  const attempt = await screen.findByRole('button', { name: 'Christmas' })
  act(() => attempt.focus())
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Try' })).toBeNull())
  expect(document.activeElement).toBe(field)
})

test('NX-203 the arrows reach every row, also the one that searches for the text', async () => {
  const router = show()
  const field = await findField()
  type(field, 'j')
  await screen.findByRole('option', { name: /June 2024/ })
  const [june, all] = screen.getAllByRole('option')
  press('ArrowDown')
  expect(field.getAttribute('aria-activedescendant')).toBe(june!.id)
  press('ArrowDown')
  expect(field.getAttribute('aria-activedescendant')).toBe(all!.id)
  expect(all!.getAttribute('aria-selected')).toBe('true')
  press('ArrowDown')
  expect(field.getAttribute('aria-activedescendant')).toBeNull()
  press('ArrowUp')
  press('ArrowUp')
  press('Enter')
  await waitFor(() => expect(router.state.location.search).toEqual({ date: '2024-06' }))
})

test('NX-202 nine searches are offered to try', async () => {
  vi.setSystemTime('2026-07-03T12:00:00Z')
  const router = show()
  const field = await findField()
  act(() => field.focus())
  await screen.findByRole('heading', { name: 'Try' })
  const tries = screen.getAllByRole('button').map(button => button.textContent)
  expect(tries.slice(0, 9)).toEqual([
    'This year',
    'Last summer',
    'Christmas',
    'Sunday',
    'Without a date',
    'Never printed',
    'Printed',
    'Large enough for 30 × 42 cm',
    'Panoramas',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Last summer' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ date: '2025-06..2025-08' }))
  vi.useRealTimers()
})

test('NX-202 the arrows move among the searches to try, and back to the field', async () => {
  const router = show()
  const field = await findField()
  act(() => field.focus())
  await screen.findByRole('heading', { name: 'Try' })
  press('ArrowDown')
  const first = document.activeElement!
  expect(first.textContent).toBe('This year')
  press('ArrowDown')
  expect(document.activeElement).not.toBe(first)
  press('ArrowUp')
  press('ArrowUp')
  expect(document.activeElement).toBe(field)
  press('ArrowDown')
  fireEvent.click(document.activeElement!)
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/search'))
  expect(field.value).toBe('This year')
})

test('NX-206 the field has the text of the results, and is empty on other pages', async () => {
  const router = show()
  const field = await findField()
  type(field, 'July 2024')
  press('Enter')
  await screen.findByRole('heading', { name: '/my-photos/search' })
  expect(field.value).toBe('July 2024')
  fireEvent.click(screen.getByRole('link', { name: 'Albums' }))
  await screen.findByRole('heading', { name: '/my-photos/albums' })
  await waitFor(() => expect(field.value).toBe(''))
  act(() => router.history.back())
  await waitFor(() => expect(field.value).toBe('July 2024'))
})

test.each([false, true])(
  'NX-214 the panel asks whether places may be turned on, phone: %s',
  async isPhone => {
    show('/my-photos/photos', isPhone)
    if (isPhone) fireEvent.click(await screen.findByRole('button', { name: 'Search your photos' }))
    const field = await findField()
    act(() => field.focus())
    fireEvent.click(await screen.findByRole('button', { name: 'Turn on places' }))
    const question = await screen.findByRole('dialog', { name: 'Find photos by place?' })
    expect(question.textContent).toContain('No position is sent to anyone')
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)

test('NX-203 offline the panel says so, and offers the options once there is a connection', async () => {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  suggest = async () => Promise.reject(new TypeError('Failed to fetch'))
  show()
  const field = await findField()
  type(field, 'j')
  expect((await screen.findByRole('status')).textContent).toMatch(/^You are offline\./)
  suggest = async () => answer([option('June 2024', '2024-06')])
  line.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByRole('option', { name: /June 2024/ })
  expect(screen.getByRole('status').textContent).toBe('')
})

test('NX-203 options that cannot be loaded are told of', async () => {
  suggest = async () => refusal(400)
  show()
  type(await findField(), 'j')
  await screen.findByText('We couldn’t search for that. Please check your connection and try again.')
})

test('NX-201 / opens the search, also where it is an icon, but not while something is typed', async () => {
  show('/my-photos/photos', true)
  await screen.findByRole('button', { name: 'Search your photos' })
  // Keys are heard of a moment after the button is there.
  await waitFor(() => {
    press('/', document.body)
    expect(document.activeElement).toBe(screen.getByRole('combobox'))
  })
  fireEvent.click(screen.getByRole('button', { name: 'Close the search' }))
  press('/', screen.getByLabelText('Another field'))
  expect(screen.queryByRole('combobox')).toBeNull()
})

test.each([
  ['Escape', () => press('Escape')],
  ['×', () => fireEvent.click(screen.getByRole('button', { name: 'Close the search' }))],
])('NX-201 on phones %s closes the search and returns to its button', async (_, close) => {
  show('/my-photos/photos', true)
  const opener = await screen.findByRole('button', { name: 'Search your photos' })
  fireEvent.click(opener)
  expect(document.activeElement).toBe(await findField())
  close()
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  expect(document.activeElement).toBe(opener)
})
