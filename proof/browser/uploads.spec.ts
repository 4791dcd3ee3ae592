import { readFile } from 'node:fs/promises'
import type { CDPSession, Page, Request } from '@playwright/test'
import { getUser } from '#contract/photos.ts'
import { jpeg, padJpeg } from '#server/testing/pictures.ts'
import { findViolations } from './fixtures/axe.ts'
import { type DroppedFile, dragFiles, dropFiles } from './fixtures/drop.ts'
import { createGrid, expectPictureLoaded } from './fixtures/grid.ts'
import { getToast } from './fixtures/screen.ts'
import { expect, test } from './fixtures/test.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Add photos' })
const row = (page: Page, name: string) =>
  modal(page)
    .getByRole('listitem')
    .filter({ has: page.getByTitle(name, { exact: true }) })
const submit = (page: Page) => modal(page).getByRole('button', { name: 'Upload', exact: true })
const empty = (page: Page) => page.getByText('Your photo library is empty')

async function photo(name: string, taken = '2024:05:03 14:15:00'): Promise<DroppedFile> {
  return { name, mimeType: 'image/jpeg', buffer: await jpeg({ width: 300, height: 200, taken }) }
}

async function openModal(page: Page) {
  await page.getByRole('banner').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
  await expect(modal(page)).toBeVisible()
}

/** Records the requests that send files. */
function recordUploads(page: Page) {
  const requests: Request[] = []
  page.on('request', request => {
    if (/\/uploads\/files/.test(request.url())) requests.push(request)
  })
  return {
    created: () => requests.filter(request => request.method() === 'POST').length,
    /** The offset of the last request with bytes. */
    lastOffset: () =>
      Number(
        requests
          .filter(request => request.method() === 'PATCH')
          .at(-1)
          ?.headers()['upload-offset'] ?? -1,
      ),
  }
}

/** Throttles the page's upload to some bytes per second; 0 is unlimited. */
async function throttleUploads(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  return (bytes: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes || -1,
    })
}

const SLOW = 400_000
const bigPhoto = async (name: string): Promise<DroppedFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: padJpeg(await jpeg({ width: 300, height: 200, taken: '2024:05:03 14:15:00' }), 3_000_000),
})
const expectProgress = (page: Page, name: string) => expect(row(page, name)).toContainText(/[1-9]\d*%/)

test('PL-041 PL-171 OP-10 other types are refused with a message and not sent; refusals by the server show their reason; the rest is added, and a HEIC is shown as a picture', {
  tag: '@suite',
}, async ({ signedIn: page, browserErrors }) => {
  browserErrors.allow(/status of 4\d\d.*\/uploads\/files/)
  const { created } = recordUploads(page)
  await page.goto('/my-photos/photos')
  await expect(empty(page)).toBeVisible()
  await dropFiles(page, [
    { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
    { name: 'nothing.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
    await photo('good.jpg'),
  ])
  await expect(row(page, 'good.jpg')).toContainText('Ready')
  for (const name of ['moving.gif', 'drawing.svg'])
    await expect(row(page, name)).toContainText('Only JPEG, PNG and HEIC photos can be added.')
  await expect(row(page, 'nothing.jpg')).toContainText('This file is empty.')
  await expect(modal(page).getByRole('heading', { level: 3 })).toHaveText(['3 refused', '1 ready'])
  const leftOut = modal(page).getByRole('listitem').filter({ hasText: '1 file is no photo and isn’t added' })
  await expect(leftOut).toContainText('Only JPEG, PNG and HEIC photos can be added.')
  await leftOut.getByRole('button').click()
  await expect(row(page, 'notes.txt')).toContainText('Not added')
  await leftOut.getByRole('button').click()
  expect(created()).toBe(1)

  const heic = new URL('../../server/src/platform/images/fixtures/quadrants.heic', import.meta.url)
  const text = Buffer.from('This is no picture at all. '.repeat(40))
  const { buffer } = await photo('half.jpg', '2024:05:02 14:15:00')
  await dropFiles(page, [
    { name: 'text.jpg', mimeType: 'image/jpeg', buffer: text },
    { name: 'half.jpg', mimeType: 'image/jpeg', buffer: buffer.subarray(0, buffer.length / 2) },
    { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: await readFile(heic) },
  ])
  await expect(row(page, 'text.jpg')).toContainText('Only JPEG, PNG and HEIC photos can be added.')
  await expect(row(page, 'half.jpg')).toContainText('This photo is incomplete: part of the file is missing.')
  await expect(row(page, 'IMG_0001.HEIC')).toContainText('Ready')
  await expect(row(page, 'IMG_0001.HEIC').locator('img')).toHaveJSProperty('complete', true)
  await submit(page).click()
  await expect(getToast(page, '2 photos added')).toBeVisible()
  const { tile, tiles } = createGrid(page)
  await expect(tiles).toHaveCount(2)
  for (const position of [1, 2]) await expectPictureLoaded(tile(position))
})

test('PL-040 PL-043 OP-10 files dropped anywhere on the timeline upload immediately; known files send no bytes, and those in the bin are restored', {
  tag: '@suite',
}, async ({ signedIn: page, library, customer }) => {
  const [existing, deleted] = [await photo('here.jpg'), await photo('deleted.jpg', '2020:01:02 10:00:00')]
  const [, deletedId] = await library.add([
    { fileName: existing.name, bytes: existing.buffer },
    { fileName: deleted.name, bytes: deleted.buffer },
  ])
  await customer.client.fetch('/api/photo-management/photos', {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ photoIds: [deletedId] }),
  })
  const { created } = recordUploads(page)
  const { open, tiles, months } = createGrid(page)
  await open()
  await expect(tiles).toHaveCount(1)
  await dropFiles(page, [existing, deleted])
  await expect(row(page, 'here.jpg')).toContainText('Already in your library')
  await expect(row(page, 'deleted.jpg')).toContainText('Restored from Recently deleted')
  expect(created()).toBe(0)
  await submit(page).click()
  await expect(getToast(page, '2 already in your library')).toBeVisible()
  await expect(modal(page)).toHaveCount(0)
  await expect(tiles).toHaveCount(2)
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 2, deletedCount: 0 })

  const held = await dragFiles(page, [await photo('dropped.jpg', '2021:02:01 10:00:00')])
  await expect(page.getByText('Drop photos to add them')).toBeVisible()
  await held.drop()
  await expect(page.getByText('Drop photos to add them')).toHaveCount(0)
  await expect(row(page, 'dropped.jpg')).toContainText('Ready')
  await submit(page).click()
  await expect(getToast(page, '1 photo added')).toBeVisible()
  await expect(tiles).toHaveCount(3)
  await expect(months).toHaveText(['May 2024', 'February 2021', 'January 2020'])
})

test.describe('in progress', () => {
  test('OP-10 a file is paused and resumes from its offset; closing asks whether to continue or to remove added photos', {
    tag: '@suite',
  }, async ({ signedIn: page, customer }) => {
    const { lastOffset } = recordUploads(page)
    const speed = await throttleUploads(page)
    await page.goto('/my-photos/photos')
    await openModal(page)
    await modal(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(modal(page)).toHaveCount(0)
    await openModal(page)
    await dropFiles(page, [await photo('small.jpg')])
    await expect(row(page, 'small.jpg')).toContainText('Ready')
    await speed(SLOW)
    await dropFiles(page, [await bigPhoto('big.jpg')])
    await expectProgress(page, 'big.jpg')
    await modal(page).getByRole('button', { name: 'Pause big.jpg' }).click()
    await expect(row(page, 'big.jpg')).toContainText('Paused')
    expect(await findViolations(page, '[role=dialog]')).toEqual([])
    await speed(0)
    await modal(page).getByRole('button', { name: 'Resume big.jpg' }).click()
    await expect(row(page, 'big.jpg')).toContainText('Ready')
    expect(lastOffset()).toBeGreaterThan(0)

    await expect(modal(page)).toContainText('2 of 2 selected')
    const question = page.getByRole('alertdialog', { name: 'Close without adding?' })
    await modal(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toContainText('2 photos you added here won’t be kept.')
    expect(await findViolations(page, '[role=alertdialog]')).toEqual([])
    await question.getByRole('button', { name: 'Keep adding' }).click()
    await expect(question).toHaveCount(0)
    // The focus returns in the next frame.
    await expect(modal(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(modal(page)).toHaveCount(0)
    await expect(empty(page)).toBeVisible()
    expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 0 })
  })
})
