import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createExport } from '#contract/exports.ts'
import { getUser } from '#contract/photos.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { findViolations } from './fixtures/axe.ts'
import { type DroppedFile, dropFiles } from './fixtures/drop.ts'
import { createGrid } from './fixtures/grid.ts'
import { findOverflows } from './fixtures/overflow.ts'
import { getHeading, getToast } from './fixtures/screen.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

async function photo(name: string, taken?: string): Promise<DroppedFile> {
  const buffer = await jpeg({ width: 300, height: 200, ...(taken ? { taken } : {}) })
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Names of the files in a group of the receipt. */
const filesOf = (page: Page, group: string) =>
  page.getByRole('region', { name: group }).getByRole('listitem').getByRole('heading')
const rowOf = (page: Page, name: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 3 }) })

test('0074 an upload with its receipt, a deletion that is undone and an export that becomes ready, all in the activity', {
  tag: '@suite',
}, async ({ signedIn: page, customer, library, browserErrors }) => {
  browserErrors.allow(/status of 4\d\d.*\/uploads\/files/)
  const known = await photo('here.jpg', '2024:05:01 10:00:00')
  await library.add([{ fileName: known.name, bytes: known.buffer }])
  const heic = new URL('../../server/src/platform/images/fixtures/quadrants.heic', import.meta.url)
  const { open, tiles, tile, select } = createGrid(page)
  await open()
  await dropFiles(page, [
    await photo('beach.jpg', '2024:05:03 14:15:00'),
    await photo('undated.jpg'),
    { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: await readFile(heic) },
    known,
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
    { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('This is no picture. '.repeat(40)) },
  ])
  const modal = page.getByRole('dialog', { name: 'Add photos' })
  await expect(modal.getByRole('heading', { name: '3 ready' })).toBeVisible()
  await expect(modal.getByRole('heading', { name: '1 refused' })).toBeVisible()
  // A second tab shows the receipt while the first one is still open.
  const other = await page.context().newPage()
  await other.goto('/activity')
  await rowOf(other, 'Upload of 5 files').getByRole('link', { name: 'View receipt' }).click()
  await expect(filesOf(other, 'Added')).toHaveCount(3)

  await modal.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(getToast(page, '3 photos added')).toBeVisible()
  await page.goto('/activity')
  await rowOf(page, 'Upload of 5 files').getByRole('link', { name: 'View receipt' }).click()
  await expect(getHeading(page, 'Upload receipt')).toBeVisible()
  await expect(filesOf(page, 'Added')).toHaveText(['beach.jpg', 'IMG_0001.HEIC', 'undated.jpg'])
  await expect(filesOf(page, 'Already there')).toHaveText(['here.jpg'])
  await expect(filesOf(page, 'Refused')).toHaveText(['broken.jpg'])
  await expect(rowOf(page, 'broken.jpg')).toContainText('Only JPEG, PNG and HEIC photos can be added.')
  await expect(page.getByText('Documents and other files')).toBeVisible()
  await expect(rowOf(page, 'IMG_0001.HEIC')).toContainText('shown as JPEG')
  await expect(rowOf(page, 'undated.jpg')).toContainText('No date taken.')
  await expect(getHeading(page, 'Upload receipt')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflows(page)).toEqual([])
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const csv = await readFile(await (await saving).path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(7)
  expect(csv).toContain('"broken.jpg","800","Refused"')

  await open()
  await select()
  for (const position of [1, 2]) await tile(position).click()
  const bar = page.getByRole('region', { name: 'Actions for the selected photos' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(tiles).toHaveCount(2)
  await expect(getToast(page, '2 photos deleted')).toBeVisible()
  // The receipt in the other tab says so without a reload.
  await expect(other.getByText('Deleted since then.')).toHaveCount(2)
  await other.close()

  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Activity' }).click()
  await expect(getHeading(page, 'Activity')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Earlier' }).getByRole('heading', { level: 3 })).toHaveText([
    '2 photos deleted',
    'Upload of 5 files',
    'Signed in on a new device',
  ])
  await expect(rowOf(page, 'Upload of 5 files')).toContainText('4 of 5 in your library · 1 not added')
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflows(page)).toEqual([])
  await tabTo(rowOf(page, '2 photos deleted').getByRole('button', { name: 'Undo' }))
  await page.keyboard.press('Enter')
  await expect(getToast(page, '2 photos restored')).toBeVisible()
  await expect(rowOf(page, '2 photos deleted')).toContainText(/Undone: .*, This device/)
  await expect(rowOf(page, '2 photos deleted').getByRole('button')).toHaveCount(0)
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 4, deletedCount: 0 })

  await customer.client.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  const exported = rowOf(page, 'Export of your library')
  await expect(exported).toContainText('Available until')
  await exported.getByRole('link', { name: 'Show export' }).click()
  await expect(page.getByText('Your export is ready to download')).toBeVisible()
})
