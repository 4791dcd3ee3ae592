// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { type UnderlyingPhotos, UnderlyingPhotosContext } from '#web/gallery/index.ts'
import { configureCalls } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AddedPhotos } from './added-photos.tsx'
import { showRequest } from './show-request.ts'

const BATCH = '00000000-0000-4000-8000-000000000001'
const PHOTO = '00000000-0000-4000-8000-000000000002'

afterEach(() => {
  showRequest.set(undefined)
})

/** The timeline without photos; the photo of the batch has been deleted since. */
async function open() {
  const file = {
    ...{ fileId: PHOTO, fileName: 'beach.jpg', size: 9, state: 'added', photoId: PHOTO },
    ...{ inLibrary: false, converted: false, undated: false },
  }
  const receipt = { startedAt: '2026-11-21T12:00:00.000Z', cursor: null, files: [file] }
  configureCalls({
    token: async () => 'token',
    fetch: async () => new Response(JSON.stringify(receipt)),
  })
  const photos: UnderlyingPhotos = {
    status: 'ready',
    sequence: { total: 0, indexOf: async () => null, at: async () => null, peek: () => undefined },
    refetchPhoto: async () => null,
    revealPhoto: async () => false,
    findTile: () => undefined,
  }
  const timeline = () => (
    <UnderlyingPhotosContext value={photos}>
      <h1>Timeline</h1>
      <AddedPhotos />
    </UnderlyingPhotosContext>
  )
  const screens = { [PATHS.photos]: timeline, [PATHS.uploadReceipt]: () => <h1>Receipt</h1> }
  const { router } = renderScreens(PATHS.photos, screens)
  await screen.findByRole('heading', { name: 'Timeline' })
  return router
}

test('RV-102 when no photo is in the library any more, Show opens the receipt once', async () => {
  const router = await open()
  act(() => showRequest.set([BATCH]))
  await screen.findByRole('heading', { name: 'Receipt' })
  expect(router.state.location.pathname).toContain(BATCH)
  expect(showRequest.get()).toBeUndefined()
  await act(() => router.navigate({ to: PATHS.photos as never }))
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Timeline'))
})
