import { expect, type Page } from '@playwright/test'
import { withholdFirstScreen } from '../browser/fixtures/first-screen.ts'
import { chooseAction } from '../browser/fixtures/more-actions.ts'
import type { Screen } from './screen.ts'
import { createOpener, overrideAnswer } from './steps.ts'

const A_WEEK_AGO = new Date(Date.now() - 7 * 86_400_000).toISOString()
const A_YEAR_AGO = new Date(Date.now() - 365 * 86_400_000).toISOString()
const EXPIRES_SOON = new Date(Date.now() + 20 * 86_400_000).toISOString()
const RESTORABLE_UNTIL = new Date(Date.now() + 50 * 86_400_000).toISOString()

/** States that the demo library does not have: the service's answers are replaced. */
export const STATE_SCREENS: readonly Screen[] = [
  {
    name: 'photos-empty',
    user: 'new-customer',
    open: createOpener('/my-photos/photos', page => page.getByText('Your photo library is empty')),
  },
  {
    name: 'albums-none',
    user: 'new-customer',
    open: createOpener('/my-photos/albums', page => page.getByText('No albums yet')),
  },
  {
    name: 'deleted-empty',
    user: 'new-customer',
    open: createOpener('/my-photos/deleted', page => page.getByText('Nothing in Recently deleted')),
  },
  {
    name: 'downloads-empty',
    user: 'new-customer',
    open: createOpener('/downloads', page => page.getByText('No downloads yet')),
  },
  {
    name: 'orders-empty',
    user: 'new-customer',
    open: createOpener('/orders', page => page.getByText('You have no orders yet')),
  },
  {
    name: 'overview-empty',
    user: 'new-customer',
    open: createOpener('/', page => page.getByRole('heading', { level: 1 })),
  },
  {
    name: 'archived',
    user: 'new-customer',
    open: page => openWithActivation(page, { status: 'NOT_ACTIVE', waitingCount: 1260 }),
  },
  {
    name: 'archived-modal',
    user: 'new-customer',
    async open(page) {
      await openWithActivation(page, { status: 'NOT_ACTIVE', waitingCount: 1260 })
      await page.getByRole('main').getByRole('button', { name: 'Your photos are in our archive' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'import-running',
    user: 'new-customer',
    async open(page) {
      await openWithActivation(page, {
        status: 'IMPORTING',
        import: { ...RUN, endedAt: null, problem: null },
      })
      await expect(page.getByRole('progressbar')).toBeVisible()
    },
  },
  {
    name: 'import-waiting',
    async open(page) {
      await openWithActivation(page, { status: 'NOT_ACTIVE', waitingCount: 1260 })
      await expect(page.getByRole('button', { name: 'Reactivate my photos' })).toBeVisible()
    },
  },
  {
    name: 'import-failed',
    async open(page) {
      await openWithActivation(page, { status: 'NOT_ACTIVE', waitingCount: 3 })
      await page.getByRole('button', { name: 'Reactivate my photos' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'import-result', open: openImportResult },
  {
    name: 'import-refused',
    async open(page) {
      await openImportResult(page)
      await page.getByRole('button', { name: 'Show details' }).click()
      await expect(page.getByRole('dialog')).toContainText('scan0007.tif')
    },
  },
  {
    name: 'library-deleting',
    open: page => openWithActivation(page, { status: 'DELETING' }),
  },
  {
    name: 'storage-critical',
    open: page => openStorageModal(page, { status: 'critical', daysRemaining: 12 }),
  },
  {
    name: 'storage-postponed',
    open: page =>
      openStorageModal(page, {
        status: 'critical',
        daysRemaining: 20,
        lastOrderDate: '2018-11-18T12:00:00Z',
        delayedDeletionDate: EXPIRES_SOON,
        projectedDeletionDate: '2020-05-18T11:00:00Z',
      }),
  },
  {
    name: 'without-configuration',
    async open(page) {
      await page.route('**/config.json', route => route.fulfill({ status: 500, json: {} }))
      await page.goto('/orders')
      await expect(page.getByText('The settings of this website couldn’t be loaded.')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    name: 'storage-grace',
    open: page =>
      openStorageModal(page, {
        status: 'critical',
        daysRemaining: 0,
        grace: { leftAt: A_WEEK_AGO, erasedAt: EXPIRES_SOON, photosCount: 214 },
      }),
  },
  {
    name: 'delete-all',
    async open(page) {
      await page.goto('/my-photos/photos')
      await chooseAction(page, 'Delete all photos')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all photos' }).click()
      await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'delete-all-running',
    async open(page) {
      const move = {
        moveId: crypto.randomUUID(),
        to: 'bin',
        state: 'running',
        photos: 100_000,
        moved: 34_000,
      }
      await withholdFirstScreen(page)
      await overrideAnswer(page, '**/photo-management/users', { move })
      await page.goto('/my-photos/photos')
      await expect(page.getByRole('progressbar')).toBeVisible()
    },
  },
  {
    name: 'downloads-states',
    async open(page) {
      await page.route('**/downloads/downloads', route =>
        route.fulfill({
          json: { items: (['requested', 'in-progress', 'ready', 'failed'] as const).map(createArchive) },
        }),
      )
      await page.goto('/downloads')
      await expect(page.getByRole('listitem').filter({ hasText: 'Summer' })).toHaveCount(4)
    },
  },
  {
    name: 'phone',
    user: 'anonymous',
    maxWidth: 1023,
    async open(page) {
      await page.route('**/phone/session', route => route.fulfill({ json: PHONE_SESSION }))
      await page.goto('/from-phone#some-permission')
      await expect(page.getByRole('heading', { name: 'Send photos' })).toBeVisible()
    },
  },
]

const RUN = {
  startedAt: A_WEEK_AGO,
  endedAt: A_WEEK_AGO,
  photosCount: 1260,
  added: 431,
  alreadyThere: 2,
  refused: 3,
  problem: null,
}

const STORED_ARCHIVE = {
  monthsRemaining: 0,
  deletionDate: EXPIRES_SOON,
  lastOrderDate: A_YEAR_AGO,
  registrationDate: A_YEAR_AGO,
  projectCount: 2,
  delayedDeletionDate: null,
  projectedDeletionDate: EXPIRES_SOON,
  restorableUntil: RESTORABLE_UNTIL,
}

const PHONE_SESSION = {
  sessionId: crypto.randomUUID(),
  owner: 'Anna',
  expiresAt: EXPIRES_SOON,
  secondsLeft: 3400,
  filesLeft: 98,
  arrived: 2,
}

/** Opens the library with the given answer about its activation. */
async function openWithActivation(page: Page, activation: object): Promise<void> {
  await withholdFirstScreen(page)
  await page.route('**/users/activate', route =>
    route.request().method() === 'GET' ? route.fulfill({ json: activation }) : route.abort(),
  )
  await page.goto('/my-photos/photos')
  await expect(page.getByRole('heading').first()).toBeVisible()
}

async function openImportResult(page: Page): Promise<void> {
  const reasons = ['missing', 'truncated', 'unsupported-type']
  const files = reasons.map((reason, index) => ({ fileName: `scan000${5 + index}.tif`, reason }))
  await page.route('**/users/activate/refused*', route => route.fulfill({ json: { cursor: null, files } }))
  await openWithActivation(page, { status: 'ACTIVE', import: RUN })
  await expect(page.getByRole('button', { name: 'Show details' })).toBeVisible()
}

/** Opens the storage modal with the given storage status; suppresses its automatic opening. */
async function openStorageModal(page: Page, status: object): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem('shouldShowReactivationModal', 'false'))
  await page.route('**/accounts/getaccountinformation', route =>
    route.fulfill({ json: { ...STORED_ARCHIVE, ...status } }),
  )
  await page.goto('/my-photos/photos')
  await page.getByRole('main').locator('[data-status=critical]').getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const createArchive = (state: string, index: number) => ({
  id: crypto.randomUUID(),
  name: 'Summer',
  photosCount: 100 - index,
  size: 412_000_000,
  state,
  created: A_WEEK_AGO,
  expires: EXPIRES_SOON,
})
