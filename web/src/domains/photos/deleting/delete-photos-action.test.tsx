// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { StartPage } from '#web/gallery/actions/start-page.testing.tsx'
import type { ActionOutcome } from '#web/gallery/index.ts'
import { photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { isUnsubscribed, push } from '#web/platform/push/library.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { NO_PRODUCTS } from '../library.testing.ts'
import { deletePhotosAction } from './delete-photos-action.ts'

vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))
vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const ids = [0, 1, 2].map(index => photoForTests(2024, 5, index).imageId)
const MANY = Array.from({ length: 150 }, (_, index) => photoForTests(2024, 6, index).imageId)
const deselect = vi.fn()
let hold: Promise<unknown>
let sent: { path: string; photoIds: string[] }[]
let asked: object[]
let products: object
let answers: boolean
let outcome: Promise<ActionOutcome>

// Loaded when it is needed: the first test shall not wait for it.
beforeAll(() => import('./delete-dialog.tsx'))
beforeEach(() => {
  sent = []
  asked = []
  products = NO_PRODUCTS
  answers = true
  hold = Promise.resolve()
  answerCalls(async ({ path, body }) => {
    if (path.endsWith('/photo-products')) {
      asked.push(body)
      return Response.json(products)
    }
    sent.push({ path, ...body })
    await hold
    return answers ? Response.json({ failed: [] }) : refusal(400)
  })
})

async function open(count: number) {
  const targets = { count, ids: async () => (count > ids.length ? MANY : ids).slice(0, count), deselect }
  renderElement(
    <StartPage
      onStart={environment => {
        outcome = deletePhotosAction.perform(targets, environment)
      }}
    />,
  )
  return reopen()
}
async function reopen() {
  fireEvent.click(screen.getByText('Start'))
  return screen.findByRole('alertdialog')
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('PL-097 a photo that could not be deleted: the open modal shows an alert, cancel resets it', async () => {
  answers = false
  const modal = await open(1)
  press('Delete')
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photo could not be deleted')
  expect(modal.contains(screen.getByRole('alert'))).toBe(true)
  press('Cancel')
  expect(await outcome).toBe('failed')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await reopen()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('PL-097 several photos that could not be deleted: the alert in the open modal after four tries', async () => {
  answers = false
  const modal = await open(3)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  press('Delete')
  await act(() => vi.advanceTimersByTimeAsync(8000))
  vi.useRealTimers()
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photos could not be deleted')
  expect(modal.contains(screen.getByRole('alert'))).toBe(true)
  expect(sent.map(({ photoIds }) => photoIds)).toEqual([ids, ids, ids, ids])
  press('Cancel')
  expect(await outcome).toBe('failed')
})

test('OP-91 deleting asks for confirmation: nothing is sent before it or by cancelling', async () => {
  await open(3)
  expect(screen.getByRole('heading', { name: 'Delete 3 photos?' })).toBeDefined()
  press('Cancel')
  expect(await outcome).toBe('cancelled')
  expect(sent).toEqual([])
  expect(toasts.current()).toEqual([])
})

test('RV-106 the toast with Undo closes when the photos are back, restored elsewhere', async () => {
  await open(3)
  press('Delete')
  await outcome
  const publish = (photoIds: string[], change: 'added' | 'removed') => {
    push({ type: 'photos-changed', photoIds, change })
  }
  publish([ids[0]!], 'removed')
  publish(['another'], 'added')
  expect(toasts.current()).toHaveLength(1)
  publish([ids[1]!], 'added')
  expect(toasts.current()).toEqual([])
  expect(isUnsubscribed()).toBe(true)
})

test('0074 one or more photos in ordered products: the dialog says what deleting means, by one call', async () => {
  products = { ...products, orderedPhotos: 2, widgetPhotos: 1, projectPhotos: 1, productsCount: 3 }
  const modal = await open(3)
  await screen.findByText(/^2 of these photos are in products you ordered\. Orders keep their own copies/)
  expect(modal.textContent).toContain('1 photo is shown in a widget and disappears from its pages.')
  expect(modal.textContent).toContain('1 photo is used in a saved project.')
  expect(asked).toEqual([{ selection: { photoIds: ids } }])
  cleanup()
  await open(1)
  await screen.findByText(/^This photo is in products you ordered\./)
})

test('0074 photos of no product, or of products that cannot be read, can be deleted as before', async () => {
  products = {}
  const modal = await open(3)
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(modal.textContent).not.toContain('products')
  press('Delete')
  expect(await outcome).toBe('done')
})

test('RV-818 the question names the albums that the photos leave too', async () => {
  products = { ...products, albumsCount: 5, albumNames: ['Garden', 'Oslo', 'Paris', 'Rome'] }
  await open(3)
  await screen.findByText('They’re also removed from the albums Garden, Oslo, Paris and 2 more.')
  press('Cancel')
  await outcome
  products = { ...products, albumsCount: 1, albumNames: ['Garden'] }
  await reopen()
  await screen.findByText('They’re also removed from the album Garden.')
})

test('RV-818 Stop ends a deletion after its batch: what is deleted can be undone, the others stay selected', async () => {
  const held = Promise.withResolvers<void>()
  hold = held.promise
  await open(150)
  press('Delete')
  expect((await screen.findByText('0 of 150 deleted')).closest('[role=alertdialog]')).not.toBeNull()
  press('Stop')
  held.resolve()
  expect(await outcome).toBe('cancelled')
  expect(sent.map(({ photoIds }) => photoIds)).toEqual([MANY.slice(0, 100)])
  expect(deselect.mock.calls).toEqual([[MANY.slice(0, 100)]])
  expect(toasts.current().map(({ text }) => text)).toEqual(['100 photos deleted'])
  toasts.undo()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({
    path: '/api/photo-management/bin/restore',
    photoIds: MANY.slice(0, 100),
  })
  await waitFor(() => expect(toasts.current()).toMatchObject([{ kind: 'success' }]))
})
