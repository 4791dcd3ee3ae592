import { expect, type Page, type Route } from '@playwright/test'
import type { Screen } from './screen.ts'
import { createOpener, createUploadFiles, openPhotos } from './steps.ts'

/** Adding photos. */
export const UPLOADS: readonly Screen[] = [
  {
    name: 'upload',
    changesLibrary: true,
    async open(page) {
      await openPhotos(page)
      const files = await createUploadFiles(page)
      await page.getByRole('button', { name: 'Add photos' }).click()
      // The mobile page navigates back after its uploads: they are held in progress.
      if (await isUploadPage(page)) await holdUploads(page)
      await page.getByLabel('choose', { exact: false }).and(page.locator('input')).setInputFiles(files)
      if (await isUploadPage(page)) await expect(page.getByRole('progressbar').first()).toBeVisible()
      else
        await expect(page.getByRole('dialog').getByText('Added', { exact: true })).toHaveCount(4, {
          timeout: 30_000,
        })
    },
    async cleanUp(page) {
      await page.unroute('**/uploads/files/*')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    name: 'upload-empty',
    inContrast: true,
    async open(page) {
      await openPhotos(page)
      await page.getByRole('button', { name: 'Add photos' }).click()
      await expect(page.getByRole('heading', { name: 'Add photos' })).toBeVisible()
    },
  },
  {
    name: 'upload-unreadable',
    changesLibrary: true,
    async open(page) {
      await openPhotos(page)
      const [file] = await createUploadFiles(page)
      await page.getByRole('button', { name: 'Add photos' }).click()
      if (await isUploadPage(page)) await holdUploads(page)
      await dropUnreadableFolder(page, file!)
      await expect(page.getByText('3 could not be read').first()).toBeVisible()
    },
    async cleanUp(page) {
      await page.unroute('**/uploads/files/*')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    name: 'upload-from-phone',
    minWidth: 1024,
    async open(page) {
      await openPhotos(page)
      await page.getByRole('button', { name: 'Add photos' }).click()
      await page.getByRole('tab', { name: 'Transfer from Phone' }).click()
      await expect(page.getByRole('img', { name: 'QR code for your phone' })).toBeVisible()
    },
  },
  {
    name: 'phone-expired',
    user: 'anonymous',
    open: createOpener('/from-phone#none', page =>
      page.getByRole('heading', { name: 'This link doesn’t work' }),
    ),
  },
]

/** Whether 'Add photos' opened the mobile page instead of the dialog. */
const isUploadPage = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Add photos' })).toBeVisible()
  return page.url().includes('/my-photos/upload')
}

/** Never answers the requests that send bytes, so that uploads stay in progress. */
/** Leaves the parts of uploads without an answer. The network is idle before, because it is not afterwards. */
async function holdUploads(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.route('**/uploads/files/*', holdPart)
}

const holdPart = (route: Route) => (route.request().method() === 'PATCH' ? undefined : route.continue())

/** Drops a folder with a photo, two files that are not on the device, and a folder that cannot be listed. */
const dropUnreadableFolder = (
  page: Page,
  { name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer },
) =>
  page.evaluate(
    ({ name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0))
      const photo = new File([bytes], name, { type: mimeType })
      type Callback = (result: unknown) => void
      const fail = (_: Callback, failed: Callback) => failed(new DOMException('', 'NotReadableError'))
      const createFile = (fileName: string, file: (found: Callback, failed: Callback) => void) => ({
        name: fileName,
        isDirectory: false,
        file,
      })
      const card = { name: 'DCIM', isDirectory: true, createReader: () => ({ readEntries: fail }) }
      const children: object[] = [
        createFile(name, found => found(photo)),
        createFile('IMG_4711 in the cloud.heic', fail),
        createFile('IMG_4712 in the cloud.heic', fail),
        card,
      ]
      const readEntries = (found: Callback) => found(children.splice(0))
      const folder = { name: 'Holiday', isDirectory: true, createReader: () => ({ readEntries }) }
      const item = { kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => folder }
      const dataTransfer = { types: ['Files'], items: [item] }
      dispatchEvent(Object.assign(new Event('drop', { cancelable: true }), { dataTransfer }))
    },
    { name, mimeType, base64: buffer.toString('base64') },
  )
