// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { photoForTests } from '../photo-list/photo.testing.ts'

const requested: HTMLImageElement[] = []

beforeEach(() => {
  vi.resetModules()
  requested.splice(0)
  const Picture = Image
  vi.stubGlobal(
    'Image',
    class extends Picture {
      constructor() {
        super()
        requested.push(this)
      }
    },
  )
})

const [first, second, third] = [0, 1, 2].map(index => photoForTests(2024, 5, index))

test('RV-505 pictures are requested before their tiles, by the address and priority of the tiles, and none of a photo that is not ready', async () => {
  const { requestPictures } = await import('./request-pictures.ts')
  requestPictures([first!, { ...second!, state: 'processing' }, { ...third!, thumbnails: [] }])
  expect(requested.map(({ src, fetchPriority }) => [new URL(src).pathname, fetchPriority])).toEqual([
    [first!.thumbnails[0]!.url, 'high'],
  ])
})

test('RV-505 a picture of the first screen is shown without a fade, a later one with it', async () => {
  const { picture, markShown } = await openTile()
  fireEvent.load(picture())
  expect(picture().className).toMatch(/shown.*immediate/)
  await markShown()
  expect(picture().className).toContain('shown')
  expect(picture().className).not.toContain('immediate')
})

/** A tile of a page whose first screen no other test has marked as shown. */
async function openTile() {
  const { markFirstScreenShown } = await import('#web/platform/lazy/first-screen.tsx')
  const { TilePicture } = await import('./tile-picture.tsx')
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <TilePicture image={first!} isInView={() => true} renew={async () => {}} month="2024/5" index={0} />
    </QueryClientProvider>,
  )
  return {
    picture: () => container.querySelector('img')!,
    markShown: () => act(async () => markFirstScreenShown()),
  }
}
