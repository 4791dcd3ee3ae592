// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import type { Image } from '#contract/photos.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { markFirstScreenShown } from '#web/platform/lazy/first-screen.tsx'
import { photoForTests } from '../photo-list/photo.testing.ts'
import { MoreTile, Tile } from './tile.tsx'

const requestLargerVariant = vi.hoisted(() =>
  vi.fn(({ image, show }: { image: Image; show: (url: string) => void }) => show(image.thumbnails[1]!.url)),
)
vi.mock('./larger-variants.ts', () => ({ requestLargerVariant }))

function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
}

const texts = textsForTests()
const photo = photoForTests(2024, 5, 25)

function show(image: Image | undefined, more: Partial<Parameters<typeof Tile>[0]> = {}) {
  const renew = vi.fn(async () => {})
  const tile = (now: Image | undefined) => (
    <Tile
      image={now}
      texts={texts}
      isSelected={false}
      isSelecting={false}
      isTabStop
      month="2024/5"
      cell={25}
      position={12}
      total={340}
      isInView={() => true}
      renew={renew}
      {...more}
    />
  )
  const { container, rerender } = render(tile(image), { wrapper: Queries })
  const picture = () => container.querySelector('img')
  return { renew, container, picture, again: (now: Image) => rerender(tile(now)) }
}

describe('tile', () => {
  test('PL-034 each photo is one button named by its position and day', () => {
    show(photo)
    expect(screen.getAllByRole('button')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Photo 12 of 340, taken 3 May 2024' })).toBeDefined()
    cleanup()
    show({ ...photo, state: 'failed' })
    const failed = texts.text('photos.tile.failed')
    expect(screen.getByRole('button', { name: `Photo 12 of 340, taken 3 May 2024, ${failed}` })).toBeDefined()
  })

  test('RV-819 a selected photo says so once: by the state of its cell', () => {
    show(photo, { isSelecting: true, isSelected: true })
    expect(screen.getByRole('button', { name: 'Photo 12 of 340, taken 3 May 2024' })).toBeDefined()
    expect(screen.getByRole('gridcell').getAttribute('aria-selected')).toBe('true')
  })

  test("PL-035 the tooltip is 'Taken on {date}' with a valid date, and none without", () => {
    show(photo)
    expect(screen.getByRole('button').dataset.tooltip).toBe('Taken on 3 May 2024 at 14:15:00')
    cleanup()
    show({ ...photo, dateTaken: undefined })
    expect(screen.getByRole('button').dataset.tooltip).toBeUndefined()
    cleanup()
    show({ ...photo, dateTaken: '2024-02-31T10:00:00' })
    expect(screen.getByRole('button').dataset.tooltip).toBeUndefined()
  })

  test('PL-037 RV-504 a tile requests the variant 300 first, with high priority only in the window, others after the first screen', async () => {
    const { picture } = show(photo)
    expect(picture()?.getAttribute('src')).toContain('/300/')
    expect([picture()?.width, picture()?.height, picture()?.decoding]).toEqual([300, 225, 'async'])
    expect(picture()?.getAttribute('fetchpriority')).toBe('high')
    cleanup()
    const isInView = vi.fn(() => false)
    const { picture: outside } = show(photo, { isInView })
    expect(isInView).toHaveBeenCalledWith('2024/5', 25)
    expect(outside()).toBeNull()
    markFirstScreenShown()
    await waitFor(() => expect(outside()?.getAttribute('fetchpriority')).toBe('low'))
  })

  test('PL-037 the variant 800 is shown over the variant 300, never on small and medium screens', async () => {
    markFirstScreenShown()
    const addresses = async (width: number) => {
      cleanup()
      requestLargerVariant.mockClear()
      vi.stubGlobal('matchMedia', (query: string) => ({
        matches: width < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
        addEventListener: () => {},
        removeEventListener: () => {},
      }))
      const { container, picture } = show(photo)
      await waitFor(() => expect(picture()).not.toBeNull())
      await act(async () => {
        fireEvent.load(picture()!)
        await import('./larger-variants.ts')
      })
      return [...container.querySelectorAll('img')].map(({ src }) => /\/(\d+)\//.exec(src)?.[1])
    }
    expect(await addresses(1024)).toEqual(['300', '800'])
    expect(await addresses(1023)).toEqual(['300'])
    expect(await addresses(390)).toEqual(['300'])
    expect(requestLargerVariant).not.toHaveBeenCalled()
  })

  test('PL-036 Loading, then Success when the picture has loaded', () => {
    const { picture } = show(photo)
    expect(picture()?.className).not.toContain('shown')
    fireEvent.load(picture()!)
    expect(picture()?.className).toContain('shown')
  })

  test('PL-036 RV-1149 a photo that is not loaded yet is a button without a picture, and its date is not called unknown', () => {
    const { picture } = show(undefined)
    expect(picture()).toBeNull()
    expect(screen.getByRole('button', { name: 'Photo 12 of 340' })).toBeDefined()
    cleanup()
    show({ ...photo, dateTaken: undefined } as never)
    expect(screen.getByRole('button', { name: 'Photo 12 of 340, unknown date' })).toBeDefined()
  })

  test('OP-33 an address that no longer works is renewed once and the new one is shown', async () => {
    const { picture, renew, again } = show(photo)
    fireEvent.error(picture()!)
    expect(renew).toHaveBeenCalledWith({ month: '2024/5', index: 25 })
    again({ ...photo, thumbnails: photo.thumbnails.map(each => ({ ...each, url: `${each.url}?new` })) })
    await waitFor(() => expect(picture()?.getAttribute('src')).toContain('?new'))
    fireEvent.load(picture()!)
    expect(picture()?.className).toContain('shown')
  })

  test('PL-036 Failure shows an X when renewing did not help', async () => {
    const { picture, container } = show(photo)
    fireEvent.error(picture()!)
    await waitFor(() => expect(container.querySelector('[data-failed] svg')).not.toBeNull())
    expect(picture()).toBeNull()
  })

  test('RV-107 a picture that could not be loaded is retried with back-off, above its placeholder', async () => {
    vi.useFakeTimers()
    const { picture, renew, container } = show(photo)
    const mark = () => container.querySelector('[data-failed]')
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const fail = () => act(async () => void fireEvent.error(picture()!))
    await fail()
    expect([mark() !== null, picture()]).toEqual([true, null])
    for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
      await wait(seconds * 1000 - 1)
      expect(picture()).toBeNull()
      await wait(1)
      expect(mark()).not.toBeNull()
      await fail()
    }
    expect(renew).toHaveBeenCalledTimes(8)
    await wait(60_000)
    fireEvent.load(picture()!)
    expect([mark(), picture()?.className.includes('shown')]).toEqual([null, true])
    await wait(120_000)
    expect(renew).toHaveBeenCalledTimes(9)
  })

  test('RV-107 a picture that could not be loaded is retried when the device is online again', async () => {
    vi.useFakeTimers()
    const { picture } = show(photo)
    await act(async () => void fireEvent.error(picture()!))
    expect(picture()).toBeNull()
    await act(async () => void window.dispatchEvent(new Event('online')))
    expect(picture()).not.toBeNull()
  })

  test('a picture that is shown does not flicker when its address is renewed', () => {
    const { picture, again } = show(photo)
    fireEvent.load(picture()!)
    const shown = picture()
    again({ ...photo, thumbnails: photo.thumbnails.map(each => ({ ...each, url: `${each.url}?new` })) })
    expect(picture()).toBe(shown)
    expect(picture()?.getAttribute('src')).not.toContain('?new')
  })

  test('RV-101 a photo being prepared says so and becomes a picture when it is ready', () => {
    const { picture, again } = show({ ...photo, state: 'processing', thumbnails: [] })
    expect(screen.getByRole('button', { name: /Being prepared$/ }).textContent).toBe('Being prepared')
    expect(picture()).toBeNull()
    again(photo)
    expect(picture()).not.toBeNull()
  })

  test('PL-033 the last tile of a closed month shows how many photos are hidden', () => {
    render(<MoreTile count={1101} texts={texts} tabbable cell={24} hash={undefined} />)
    expect(screen.getByRole('button', { name: 'Show 1,101 more photos' }).textContent).toBe('+1,101')
  })
})
