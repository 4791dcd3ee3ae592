// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Locale } from '#contract/brands.ts'
import { addressesExpire, photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { answerCalls } from '#web/platform/http/http.testing.ts'
import { renderScreens } from '../../screens.testing.tsx'
import { SearchPage } from './search-page.tsx'

let total: number
let isFailing: boolean
let requests: string[]
beforeEach(() => {
  // The test DOM has no layout: the grid needs a width.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(949)
  total = 3
  isFailing = false
  requests = []
  answerCalls(({ path: full, search }) => {
    const [, path = ''] = /photo-search\/(.*)$/.exec(full) ?? []
    requests.push(path + search)
    if (isFailing) return new Response(null, { status: 503 })
    if (path === 'timeline')
      return Response.json({ total, months: [{ year: 2024, month: 7, undated: false, photos: total }] })
    if (path.startsWith('timeline/2024/7')) {
      const images = [0, 1, 2].map(place => photoForTests(2024, 7, place))
      return Response.json({ cursor: null, images, addressesExpire })
    }
    return Response.json({ isOn: false, towns: [], labels: [] })
  })
})

const PATH = '/my-photos/search?date=2024-07'
const show = (locale?: Locale) => renderScreens(PATH, { '/my-photos/search': SearchPage }, { locale })
const select = () => screen.findByRole('button', { name: /^Sort by/ })
async function choose(name: string) {
  fireEvent.click(await select())
  fireEvent.click(await screen.findByRole('option', { name }))
}

test('NX-207 the sort is kept for the next search, and the selection while the sort has the same months', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 3' }))
  await screen.findByText('3 selected')
  await choose('Date taken, old to new')
  await waitFor(() => expect(requests.some(each => each.includes('sortOrder=asc'))).toBe(true))
  expect(screen.getByText('3 selected')).toBeTruthy()
  await choose('Date uploaded, old to new')
  await screen.findByRole('button', { name: 'Select all 3' })
  cleanup()
  requests = []
  show()
  expect((await select()).textContent).toBe('Date uploaded, old to new')
  await screen.findByRole('button', { name: 'Select all 3' })
  expect(requests.filter(each => each.includes('sortOrder=desc'))).toEqual([])
})

test('NX-207 NX-208 results that cannot be loaded are loaded again on demand; numbers are written as the customer’s language does', async () => {
  isFailing = true
  show()
  await screen.findByText('Error: Your photos could not be loaded')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Select all 3' })
  cleanup()
  total = 12_345
  show('de-DE')
  expect(await screen.findByRole('button', { name: /12\.345/ })).toBeTruthy()
})

test('NX-207 offline the page says that it opens with the connection, keeps its chips, and does so', async () => {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onlineManager.setOnline(false)
  show()
  await screen.findByText('This page will open as soon as you are back online.')
  expect(screen.getByText('July 2024')).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Loading your photos' })).toBeNull()
  line.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByRole('button', { name: 'Select all 3' })
})
