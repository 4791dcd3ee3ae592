// @vitest-environment happy-dom
import { Outlet } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PhotoSearch } from '#web/domains/photo-search/index.ts'
import { answerCalls } from '#web/platform/http/http.testing.ts'
import { renderScreens } from '../../screens.testing.tsx'
import { SearchPage } from './search-page.tsx'

vi.mock('#web/platform/session/page-session.ts', () => ({
  useSession: () => ({ status: 'signed-in', claims: { sub: 'owner' } }),
}))

let total: number
let understood: object
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(949)
  total = 2
  understood = {
    filter: { days: ['06-01..06-30', 'weekend'] },
    phrases: [],
    rest: '',
    unknown: ['beach', 'dog'],
    corrected: [{ text: 'jnue', word: 'june' }],
  }
  const filter = { album: ['a'] }
  const cornwall = { kind: 'album', label: 'Cornwall 2013', matched: [], filter, photos: 12 }
  answerCalls(({ path }) => {
    if (path.endsWith('/suggestions')) return Response.json({ options: [cornwall], understood })
    if (path.endsWith('/timeline')) return Response.json({ total, months: [] })
    return Response.json({ isOn: false, towns: [], labels: [], relaxations: [], undated: 0 })
  })
})

async function searchFor(text: string, from = '/my-photos/photos') {
  const frame = () => (
    <>
      <header />
      <main>
        <Outlet />
      </main>
      <PhotoSearch />
    </>
  )
  const screens = { '/my-photos/photos': () => <h1>Photos</h1>, '/my-photos/search': SearchPage }
  const { router } = renderScreens(from, screens, { frame, toasts: false })
  const field = await screen.findByRole('combobox')
  act(() => field.focus())
  fireEvent.change(field, { target: { value: text } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/search'))
  return field
}

test.each(['/my-photos/photos', '/my-photos/search?date=2024-07'])(
  'RV-1263 RV-1144 after Enter on %s the heading has the focus, and the status says how the search was read',
  async from => {
    const statuses: (string | null)[] = []
    const observer = new MutationObserver(() => {
      const status = document.querySelector('main [role=status]')
      if (status) statuses.push(status.textContent)
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    await searchFor('weekends in jnue beach dog', from)
    const heading = await screen.findByRole('heading', { name: 'Search' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    await screen.findByText('Weekends in June, any year: 2 photos')
    expect(screen.getByText('We don’t know: beach, dog.').closest('[role=status]')).toBeTruthy()
    expect(screen.getByText('We read ‘jnue’ as ‘june’.').closest('[role=status]')).toBeTruthy()
    // The region was there before its text.
    expect(statuses[0]).toBe('')
    observer.disconnect()
  },
)

test('RV-1143 RV-1144 words of the label of a chosen option are not said to be unknown or misspelt', async () => {
  await searchFor('beach')
  await screen.findByText('We don’t know: beach, dog.')
  const field = screen.getByRole('combobox')
  act(() => field.focus())
  fireEvent.change(field, { target: { value: 'corn' } })
  await screen.findByRole('option', { name: /Cornwall 2013/ })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(screen.queryByText(/We don’t know|We read/)).toBeNull())
  await screen.findAllByText(/: 2 photos$/)
  expect(screen.queryByText(/We don’t know|We read/)).toBeNull()
})

test('RV-1145 nothing found repeats the nearest suggestions', async () => {
  total = 0
  understood = { filter: { name: 'cornwal' }, phrases: [], rest: 'cornwal', unknown: [], corrected: [] }
  await searchFor('cornwal')
  await screen.findByText('‘cornwal’ in a name, album or place: 0 photos')
  const link = await screen.findByRole('link', { name: 'Cornwall 2013' })
  expect(link.getAttribute('href')).toContain('album=a')
  expect(link.closest('li')?.textContent).toContain('12 photos')
})
