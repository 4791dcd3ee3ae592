import { expect, test } from 'vitest'
import type { ReceiptFile } from '#contract/upload-batches.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { createReceiptCsv } from './upload-receipt.tsx'

const file = (fileName: string, more: Partial<ReceiptFile> = {}): ReceiptFile => ({
  fileId: fileName,
  fileName,
  size: 10,
  state: 'added',
  photoId: 'p',
  inLibrary: true,
  converted: false,
  undated: false,
  ...more,
})

test('0074 the receipt as CSV: problems first, quotes doubled, no formulas', () => {
  const csv = createReceiptCsv(textsForTests(), [
    file('b "best".heic', { converted: true, undated: true }),
    file('=1+1.jpg', { inLibrary: false }),
    file('a.txt', { state: 'refused', reason: 'unsupported-type', photoId: undefined, inLibrary: false }),
    file('new.jpg', { state: 'a state of the future', photoId: undefined, inLibrary: false }),
  ])
  expect(csv).toBe(
    [
      '\uFEFF"File","Bytes","Result","Note"',
      '"a.txt","10","Refused","Only JPEG, PNG and HEIC photos can be added."',
      '"new.jpg","10","Unfinished",""',
      `"'=1+1.jpg","10","Added","Deleted since then."`,
      '"b ""best"".heic","10","Added","HEIC: kept as it is, shown as JPEG. No date taken."',
      '',
    ].join('\r\n'),
  )
})

test('RV-1147 videos and documents are what they are, and no refused photos', () => {
  const leftOut = { state: 'left-out', photoId: undefined, inLibrary: false }
  const csv = createReceiptCsv(textsForTests(), [file('letter.pdf', leftOut), file('film.MP4', leftOut)])
  expect(csv.split('\r\n').slice(1, 3)).toEqual([
    '"film.MP4","10","Videos",""',
    '"letter.pdf","10","Documents and other files",""',
  ])
})
