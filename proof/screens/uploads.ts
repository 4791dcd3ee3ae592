import { expect, type Page } from '@playwright/test'
import { jpeg } from '#server/testing/pictures.ts'
import type { ScreenTable, Step } from './screen.ts'
import { all, answerAll, holdUploads, openPhotos, press, see, seeText } from './steps.ts'

const openDialog = all(openPhotos, press('Add photos'), see('heading', 'Add photos'))
const discard = all(answerAll, press('Cancel'), press('Discard'), page =>
  expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0),
)

/** Whether 'Add photos' opened the page of phones instead of the dialog. */
const isUploadPage = (page: Page) => page.url().includes('/my-photos/upload')

/** Chooses four valid pictures, a truncated one, and a file that is not a picture. */
const chooseFiles: Step = async page =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await createFiles())

/** The page of phones goes back after its uploads: they are held there. */
const holdOnPhones: Step = async (page, demo) => isUploadPage(page) && holdUploads(page, demo)

const seeAdded: Step = page =>
  isUploadPage(page)
    ? expect(page.getByRole('progressbar').first()).toBeVisible()
    : expect(page.getByRole('dialog').getByText('Added', { exact: true })).toHaveCount(4, { timeout: 30_000 })

const startUploads = all(openDialog, holdUploads, chooseFiles, see('progressbar'))

/** Adding photos without a change of the library. */
export const UPLOAD_DIALOGS: ScreenTable = {
  'upload-empty': [openDialog],
  'upload-from-phone': {
    minWidth: 1024,
    steps: [openDialog, press('Transfer from Phone', 'tab'), see('img', 'QR code for your phone')],
  },
}

/** Uploads under way and at their end. */
export const UPLOADS: ScreenTable = {
  upload: { steps: [openDialog, holdOnPhones, chooseFiles, seeAdded], cleanUp: [discard] },
  'upload-unreadable': {
    steps: [openDialog, holdOnPhones, dropUnreadableFolder, seeText('3 could not be read')],
    cleanUp: [discard],
  },
  'upload-sending': { steps: [startUploads], cleanUp: [discard] },
  'upload-close': {
    steps: [startUploads, press('Cancel'), see('button', 'Discard')],
    cleanUp: [answerAll, press('Discard')],
  },
  // On smaller screens a copy of the files is kept, and their upload continues by itself.
  'upload-unfinished': {
    minWidth: 1024,
    steps: [
      startUploads,
      async page => void page.once('dialog', dialog => void dialog.accept()),
      openDialog,
      seeText('finished uploading'),
    ],
    cleanUp: [answerAll, press('Don’t add')],
  },
}

let filesCount = 0

async function createFiles() {
  const createPicture = (name: string, taken?: string) =>
    jpeg({ width: 900 + ++filesCount, height: 600, taken }).then(buffer => ({
      name,
      mimeType: 'image/jpeg',
      buffer,
    }))
  const pictures = await Promise.all(
    [1, 2, 3, 4].map(day => createPicture(`IMG_2019070${day}_100000.jpg`, `2019:07:0${day} 10:00:00`)),
  )
  const cut = await createPicture('cut-off.jpg')
  return [
    ...pictures.slice(0, 2),
    { ...cut, buffer: cut.buffer.subarray(0, cut.buffer.length - 400) },
    { name: 'invitation.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    ...pictures.slice(2),
  ]
}

/** Drops a folder with a photo, two files that are not on the device, and a folder that cannot be listed. */
async function dropUnreadableFolder(page: Page): Promise<void> {
  const { name, buffer } = (await createFiles())[0]!
  await page.evaluate(
    ({ name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0))
      const photo = new File([bytes], name, { type: 'image/jpeg' })
      type Callback = (result: unknown) => void
      const fail = (_: Callback, failed: Callback) => failed(new DOMException('', 'NotReadableError'))
      const createFile = (fileName: string, file: (found: Callback, failed: Callback) => void) => ({
        name: fileName,
        isDirectory: false,
        file,
      })
      const children: object[] = [
        createFile(name, found => found(photo)),
        createFile('IMG_4711 in the cloud.heic', fail),
        createFile('IMG_4712 in the cloud.heic', fail),
        { name: 'DCIM', isDirectory: true, createReader: () => ({ readEntries: fail }) },
      ]
      const readEntries = (found: Callback) => found(children.splice(0))
      const folder = { name: 'Holiday', isDirectory: true, createReader: () => ({ readEntries }) }
      const item = { kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => folder }
      const dataTransfer = { types: ['Files'], items: [item] }
      dispatchEvent(Object.assign(new Event('drop', { cancelable: true }), { dataTransfer }))
    },
    { name, base64: buffer.toString('base64') },
  )
}
