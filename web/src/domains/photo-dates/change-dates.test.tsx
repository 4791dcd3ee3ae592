// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DateChange, DatesPreview } from '#contract/photo-dates.ts'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { StartPage } from '#web/gallery/actions/start-page.testing.tsx'
import { photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { toasts } from '#web/ui/toasts.ts'
import { changeDates } from './change-dates.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))
vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))

const CHANGE: DateChange = {
  changeId: '00000000-0000-4000-8000-0000000000c1',
  state: 'done',
  photos: 2,
  done: 2,
  skipped: 0,
  months: [{ year: 2020, month: 8, undated: false }],
  undone: 0,
  kept: 0,
  until: '2030-01-01T00:00:00Z',
}
const PREVIEW: DatesPreview = {
  photos: 2,
  shiftable: 1,
  otherDay: 0,
  changed: 0,
  first: photoForTests(2026, 8, 1),
  last: photoForTests(2026, 8, 1),
  cameras: [],
  suggestions: [],
}

let service: { change: Partial<DateChange>; undo: Partial<DateChange>; isDown: boolean; changes: unknown[] }
beforeEach(() => {
  watchedWork.clear()
  toasts.clear()
  service = { change: {}, undo: { state: 'undone', undone: 2 }, isDown: false, changes: [] }
  answerCalls(({ path, body }) => {
    if (path.endsWith('/preview')) return service.isDown ? refusal(503) : Response.json(PREVIEW)
    if (path.endsWith('/undo')) return Response.json({ ...CHANGE, ...service.undo })
    service.changes.push(body)
    return Response.json({ ...CHANGE, ...service.change })
  })
})

async function open(mode: 'Set date' | 'Shift time') {
  const targets = { count: 2, ids: async () => ['a', 'b'] }
  const Page = () => <StartPage onStart={environment => changeDates(targets, environment)} />
  renderScreens('/test', { '/test': Page })
  fireEvent.click(await screen.findByText('Start'))
  const dialog = within(await screen.findByRole('dialog'))
  if (mode === 'Shift time') fireEvent.click(dialog.getByRole('radio', { name: mode }))
  return dialog
}

async function setAugust() {
  const dialog = await open('Set date')
  fireEvent.change(dialog.getByRole('textbox', { name: 'Year' }), { target: { value: '2020' } })
  fireEvent.change(dialog.getByRole('combobox', { name: 'Month' }), { target: { value: '8' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Set date' }))
}

async function setYear() {
  service.change = { months: [{ year: 1974, month: 1, undated: false }] }
  const dialog = await open('Set date')
  fireEvent.click(dialog.getByRole('radio', { name: 'Year' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Year' }), { target: { value: '1974' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Set date' }))
}

async function shiftByAnHour() {
  const dialog = await open('Shift time')
  fireEvent.click(dialog.getByRole('button', { name: '+1 hour, summer time' }))
  const submit = await dialog.findByRole('button', { name: 'Shift 1 photo' })
  await waitFor(() => expect(submit.getAttribute('aria-disabled')).not.toBe('true'))
  fireEvent.click(submit)
}

const isReported = (text: string) => screen.findByText(text)

test('NX-239 photos that got a date moved to it, as exactly as it was given; a shift names none', async () => {
  await setAugust()
  await isReported('2 photos moved to August 2020')
  cleanup()
  toasts.clear()
  await setYear()
  await isReported('2 photos moved to 1974')
  cleanup()
  toasts.clear()
  await shiftByAnHour()
  await isReported('Dates of 2 photos changed')
})

test('NX-239 nothing has changed: there is nothing to undo', async () => {
  service.change = { done: 0, months: [] }
  await setAugust()
  await isReported('No dates have changed')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('NX-239 Undo reports its end', async () => {
  await setAugust()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await isReported('2 photos have their earlier dates again')
})

test('RV-1161 what a job changes, or changes back, is shown as running work, and not as changed', async () => {
  service.change = { state: 'running', done: 0 }
  await setAugust()
  await waitFor(() => expect(watchedWork.get()).toEqual([CHANGE.changeId]))
  expect(toasts.current()).toEqual([])
  cleanup()
  watchedWork.clear()
  service.change = {}
  service.undo = { state: 'undoing' }
  await setAugust()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(watchedWork.get()).toEqual([CHANGE.changeId]))
  expect(toasts.current()).toEqual([])
})

test('NX-238 without the numbers nothing is shifted, and they can be loaded again', async () => {
  service.isDown = true
  const dialog = await open('Shift time')
  fireEvent.click(dialog.getByRole('button', { name: '+1 hour, summer time' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Your photos could not be loaded')
  const submit = dialog.getByRole('button', { name: 'Shift time' })
  expect(submit.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(submit)
  expect(service.changes).toEqual([])
  service.isDown = false
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByRole('button', { name: 'Shift 1 photo' })
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
})
