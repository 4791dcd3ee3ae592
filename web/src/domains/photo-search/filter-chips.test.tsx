// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PhotoFilter } from '#contract/filter-query.ts'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { answerCalls } from '#web/platform/http/http.testing.ts'
import { FilterChips } from './filter-chips.tsx'
import { useFilter } from './use-filter.ts'

const MARCH = { field: 'days', value: '03-01..03-31', label: 'March' }
const TUESDAY = { field: 'days', value: 'tue', label: 'Tuesday' }
const PANORAMAS = { field: 'shape', value: 'panorama', label: 'Panoramas' }

beforeEach(() => {
  answerCalls(() =>
    Response.json({
      isOn: true,
      towns: [{ placeId: 2759794, name: 'Amsterdam', country: 'NL', photos: 86 }],
      options: [],
      understood: {
        filter: {},
        rest: '',
        unknown: [],
        corrected: [],
        phrases: [
          { ...MARCH, text: 'mar', alternatives: [TUESDAY] },
          { ...PANORAMAS, text: 'panorama', alternatives: [] },
        ],
      },
    }),
  )
})

/** Shows the chips of a search as a reloaded page does: only the entry of the history knows the text. */
async function show(filter: PhotoFilter, searchText: string) {
  const Page = () => <FilterChips filter={useFilter()} />
  const { router } = renderScreens('/', { '/my-photos/search': Page }, { host: 'localhost', toasts: false })
  await router.navigate({ to: '/my-photos/search', search: filter, state: { searchText } } as never)
  return router
}

test('NX-205 a reloaded page knows what else a text can mean, and so does the page of the other meaning', async () => {
  const router = await show({ days: ['03-01..03-31'], shape: ['panorama'] }, 'mar panorama')
  fireEvent.click(await screen.findByRole('button', { name: 'Other meanings of ‘March’' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Tuesday' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ days: 'tue', shape: 'panorama' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Other meanings of ‘Tuesday’' }))
  expect(await screen.findByRole('menuitem', { name: 'March' })).toBeTruthy()
})

test('NX-205 a removed value takes its words from the text', async () => {
  const router = await show(
    { days: ['03-01..03-31'], shape: ['panorama'], name: 'rome' },
    'rome mar panorama',
  )
  await screen.findByRole('button', { name: 'Other meanings of ‘March’' })
  fireEvent.click(screen.getByRole('button', { name: 'Remove: March' }))
  await waitFor(() => expect(router.state.location.state.searchText).toBe('rome panorama'))
  expect(router.state.location.search).toEqual({ shape: 'panorama', name: 'rome' })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove: ‘rome’ in a name, album or place' }))
  await waitFor(() => expect(router.state.location.state.searchText).toBe('panorama'))
})

test('NX-205 a filter is added from the menu, which offers none that is there', async () => {
  const router = await show({ days: ['christmas'], shape: ['panorama'] }, 'christmas panorama')
  fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  await screen.findByRole('menuitem', { name: 'Amsterdam, Netherlands' })
  const offered = screen.getAllByRole('menuitem').map(item => item.textContent)
  expect(offered).toContain('Never printed')
  expect(offered).not.toContain('Panoramas')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sunday' }))
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ days: ['christmas', 'sun'], shape: 'panorama' }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Never printed' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ printed: 'never' }))
  expect(router.state.location.state.searchText).toBe('christmas panorama')
})
