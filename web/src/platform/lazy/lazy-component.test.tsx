// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'
import { onLoadFailure } from './load-failure.ts'

const { reported } = vi.hoisted(() => ({ reported: vi.fn() }))
vi.mock('../reporting/reporting.ts', () => ({ reportFailure: reported }))
vi.mock('./build.ts', () => ({ isOutdated: async () => outdated }))
let outdated = false

interface MenuProps {
  onClose: () => void
}

const Menu = ({ onClose }: MenuProps) => (
  <button type="button" onClick={onClose}>
    Menu
  </button>
)
const Note = () => <p>Note</p>
const published = vi.fn()
let removeListener = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  published.mockReset()
  reported.mockReset()
  outdated = false
  removeListener = onLoadFailure(({ reason }, isAwaited) => published(reason, isAwaited))
})
afterEach(() => {
  removeListener()
})

const time = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('RV-401 a layer opens when it is loaded, and at once after that', async () => {
  const Lazy = lazyComponent(async () => ({ Menu }), 'Menu')
  render(<Lazy onClose={() => {}} />)
  expect(screen.queryByText('Menu')).toBeNull()
  await time(0)
  expect(screen.queryByText('Menu')).not.toBeNull()
  cleanup()
  render(<Lazy onClose={() => {}} />)
  expect(screen.queryByText('Menu')).not.toBeNull()
})

test('RV-401 a layer that cannot be loaded is closed and published; the screen around it stays; the next press loads it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false)
  const load = vi.fn(async () => ({ Menu })).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Lazy = lazyComponent(load, 'Menu')
  const onClose = vi.fn()
  render(
    <main>
      Screen
      <Lazy onClose={onClose} />
    </main>,
  )
  await time(0)
  expect(onClose).toHaveBeenCalledOnce()
  expect(published.mock.calls).toEqual([['offline', true]])
  expect(screen.getByRole('main').textContent).toBe('Screen')
  cleanup()
  render(<Lazy onClose={onClose} />)
  await time(0)
  expect(screen.queryByText('Menu')).not.toBeNull()
})

test('RV-401 a layer that throws is closed; the screen around it stays', async () => {
  const log = vi.mocked(console.error).mockImplementation(() => {})
  const Broken = (_: { onCancel: () => void }) => {
    throw new Error('a bug of the menu')
  }
  const Lazy = lazyComponent(async () => ({ Broken }), 'Broken')
  const onCancel = vi.fn()
  render(
    <main>
      Screen
      <Lazy onCancel={onCancel} />
    </main>,
  )
  await time(0)
  expect(onCancel).toHaveBeenCalledOnce()
  expect(published.mock.calls).toEqual([['failed', true]])
  expect(screen.getByRole('main').textContent).toBe('Screen')
  // React logs errors that a boundary catches.
  log.mockClear()
})

test('RV-401 a part without a way to close it is loaded again until it is there', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn(async () => ({ Note }))
  load.mockRejectedValueOnce(new TypeError()).mockRejectedValueOnce(new TypeError())
  const Lazy = lazyComponent(load, 'Note', () => <p>Placeholder</p>)
  render(<Lazy />)
  await time(0)
  expect(screen.queryByText('Placeholder')).not.toBeNull()
  await time(10_000)
  await time(10_000)
  expect(screen.queryByText('Note')).not.toBeNull()
  expect(published).not.toHaveBeenCalled()
})

test('RV-401 a part that cannot be loaded is reported once, whoever shows it, and loaded again', async () => {
  const load = vi.fn(async () => ({ Note }))
  for (let attempt = 0; attempt < 6; attempt++) load.mockRejectedValueOnce(new TypeError())
  const Lazy = lazyComponent(load, 'Note')
  render(
    <>
      <Lazy />
      <Lazy />
    </>,
  )
  for (let attempt = 0; attempt < 8; attempt++) await time(4000)
  expect(screen.queryAllByText('Note')).toHaveLength(2)
  expect(reported).toHaveBeenCalledOnce()
  expect(published).not.toHaveBeenCalled()
})

test('RV-402 parts that a newer build has replaced offer the reload once, without an awaited layer', async () => {
  outdated = true
  const load = () => Promise.reject<{ Note: typeof Note }>(new TypeError())
  const [First, Second] = [lazyComponent(load, 'Note'), lazyComponent(load, 'Note')]
  render(
    <>
      <First />
      <Second />
    </>,
  )
  for (let attempt = 0; attempt < 8; attempt++) await time(4000)
  expect(published.mock.calls).toEqual([['outdated', false]])
  expect(reported).not.toHaveBeenCalled()
})
