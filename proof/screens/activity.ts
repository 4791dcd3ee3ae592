import { expect, type Page } from '@playwright/test'
import type { ActivityItem } from '#contract/activity.ts'
import type { Screen } from './screen.ts'
import { openPage, overrideAnswer } from './steps.ts'

const LIST = '**/api/account/activity'
const RECEIPT = '**/api/uploads/upload-batches/*'

/** Running and finished activities, and the receipt of an upload. */
export const ACTIVITY: readonly Screen[] = [
  {
    name: 'activity',
    inContrast: true,
    async open(page) {
      await overrideAnswer(page, LIST, { items: ITEMS })
      await openPage(page, '/activity', 'Activity')
      await expect(page.getByRole('heading', { name: 'Upload of 128 files' })).toBeVisible()
    },
  },
  {
    name: 'activity-empty',
    user: 'new-customer',
    async open(page) {
      await openPage(page, '/activity', 'Activity')
      await expect(page.getByRole('heading', { name: 'No activity yet' })).toBeVisible()
    },
  },
  {
    name: 'activity-failed',
    async open(page) {
      await page.route(LIST, route => route.abort())
      await page.goto('/activity')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'upload-receipt',
    inContrast: true,
    async open(page) {
      const json = { startedAt: formatMinutesAgo(12), cursor: null, files: FILES }
      await page.route(RECEIPT, route => route.fulfill({ json }))
      await openReceipt(page)
      await expect(page.getByRole('heading', { name: /^Added/ })).toBeVisible()
    },
  },
  {
    name: 'upload-receipt-gone',
    async open(page) {
      await openReceipt(page)
      await expect(page.getByRole('heading', { name: 'This receipt is no longer available' })).toBeVisible()
    },
  },
]

const openReceipt = (page: Page) => openPage(page, `/activity/uploads/${createId(1)}`, 'Upload receipt')

const createId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const formatMinutesAgo = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()

const createItem = (kind: string, minutesAgo: number, more: Partial<ActivityItem> = {}): ActivityItem => ({
  id: createId(minutesAgo),
  kind,
  state: 'done',
  at: formatMinutesAgo(minutesAgo),
  name: null,
  total: null,
  done: null,
  problems: 0,
  until: null,
  from: null,
  ...more,
})

const until = formatMinutesAgo(-30 * 24 * 60)

const ITEMS = [
  createItem('upload', 2, { state: 'running', total: 128, done: 74 }),
  createItem('export', 5, { state: 'running' }),
  createItem('upload', 25, { state: 'interrupted', total: 60, done: 41 }),
  createItem('photos-deleted', 30, { total: 12, until, from: formatMinutesAgo(31) }),
  createItem('upload', 90, { state: 'failed', total: 24, done: 21, problems: 3 }),
  createItem('download', 300, { name: 'Summer by the sea', total: 46, until }),
  createItem('project-deleted', 1500, { name: 'Amsterdam weekend', until }),
  createItem('address-change', 3000, { id: '4711-2140' }),
  createItem('import', 9000, { total: 310, done: 310 }),
  createItem('mail-bounced', 12_000, { state: 'failed', name: 'Your photos are ready to download' }),
]

const createFile = (n: number, fileName: string, state: string, more: object = {}) => ({
  fileId: createId(n),
  fileName,
  size: 1_900_000 + n * 310_000,
  state,
  inLibrary: false,
  converted: false,
  undated: false,
  ...more,
})

const inLibrary = { photoId: createId(99), inLibrary: true }

const FILES = [
  createFile(1, 'IMG_20260701_091522.jpg', 'added', inLibrary),
  createFile(2, 'IMG_20260701_091648.HEIC', 'added', { ...inLibrary, converted: true }),
  createFile(3, 'scan-of-an-old-print.png', 'added', { ...inLibrary, undated: true }),
  createFile(4, 'IMG_20260701_093010.jpg', 'added', { photoId: createId(98) }),
  createFile(5, 'IMG_20260630_180233.jpg', 'already-there', inLibrary),
  createFile(6, 'IMG_20260628_121544.jpg', 'restored', inLibrary),
  createFile(7, 'invitation.pdf', 'refused', { reason: 'unsupported-type' }),
  createFile(8, 'a-very-long-name-of-a-picture-that-somebody-edited-twice-final-2.jpg', 'refused', {
    reason: 'truncated',
  }),
  createFile(9, 'from-the-old-phone.jpg', 'failed', { reason: 'file-gone' }),
]
