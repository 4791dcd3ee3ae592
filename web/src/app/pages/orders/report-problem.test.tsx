// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ATTACHMENT_MAX_PIXELS, UPLOAD_MAX_PIXELS } from '#contract/input/picture-limits.ts'
import { refusalText } from '#web/domains/photos/index.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { orderForTests, orderService, renderOrders } from './orders.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const CODE = '4711-2140'

/** Opens the second step of a report about a sent product. */
async function openDetails(): Promise<void> {
  orderService([orderForTests({ status: 'Dispatched' })])
  renderOrders(`/orders/${CODE}/report`)
  fireEvent.click(await screen.findByRole('radio', { name: /It arrived damaged/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('textbox', { name: 'What happened?' })
}

const choose = (...files: File[]) => {
  const input = document.querySelector('input[type=file]')!
  fireEvent.change(input, { target: { files } })
}
const photo = (name: string, size = 3) => {
  const file = new File([new Uint8Array(size)], name, { type: 'image/jpeg' })
  return file
}
const named = (name: string) => new File(['<svg/>'], name, { type: 'image/svg+xml' })
const pictures = () => screen.queryAllByRole('img', { name: /^Photo \d$/ })

test('RV-1072 refused photos take no place, and are named with their reason', async () => {
  await openDetails()
  choose(...[1, 2, 3, 4, 5].map(number => named(`page-${number}.svg`)), photo('large.jpg', 21 * 1_048_576))
  await screen.findByText('page-5.svg')
  const reasons = screen.getAllByRole('alert').map(alert => alert.textContent)
  expect(reasons).toEqual([
    ...[1, 2, 3, 4, 5].map(number => `page-${number}.svg Only JPEG, PNG and HEIC photos can be added.`),
    'large.jpg Photos can be up to 20 MB.',
  ])
  choose(...[1, 2, 3, 4, 5].map(number => photo(`IMG_${number}.jpg`)))
  await waitFor(() => expect(pictures()).toHaveLength(5))
  expect(screen.queryByText('You can add up to 5 photos.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add photo' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove page-1.svg' }))
  await waitFor(() => expect(screen.queryByText('page-1.svg')).toBeNull())
  expect(pictures()).toHaveLength(5)
})

test('RV-1072 that there is no room for a sixth photo is said until there is', async () => {
  await openDetails()
  choose(...[1, 2, 3, 4, 5, 6].map(number => photo(`IMG_${number}.jpg`)))
  await screen.findByText('You can add up to 5 photos.')
  expect(pictures()).toHaveLength(5)
  fireEvent.click(screen.getByRole('button', { name: 'Remove photo 2' }))
  await waitFor(() => expect(screen.queryByText('You can add up to 5 photos.')).toBeNull())
  expect(pictures()).toHaveLength(4)
})

test('RV-1072 an error goes as soon as what it is about is mended', async () => {
  await openDetails()
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send report' }))
  send()
  expect((await screen.findByRole('alert')).textContent).toContain('At least 10 characters')
  const field = screen.getByRole('textbox', { name: 'What happened?' })
  fireEvent.change(field, { target: { value: 'The corner of the frame is broken.' } })
  expect(screen.queryByRole('alert')).toBeNull()
  send()
  expect((await screen.findByRole('alert')).textContent).toContain('Choose what you would like.')
  fireEvent.click(screen.getByRole('radio', { name: /A replacement/ }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('RV-1072 the limit of pixels that is said is the one that holds', () => {
  const texts = textsForTests('en-GB')
  const limits = { bytes: 1, pixels: ATTACHMENT_MAX_PIXELS }
  expect(refusalText(texts, 'too-many-pixels', limits)).toBe('Photos can have up to 100 megapixels.')
  expect(refusalText(texts, 'too-many-pixels')).toContain(String(UPLOAD_MAX_PIXELS / 1_000_000))
})
