import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'

const A_WEEK_AGO = new Date(Date.now() - 7 * 86_400_000).toISOString()
const A_YEAR_AGO = new Date(Date.now() - 365 * 86_400_000).toISOString()
const SOON = new Date(Date.now() + 20 * 86_400_000).toISOString()

/** What the demo library is not: other answers of the service, put over its own. */
export const STATES: readonly Screen[] = [
  {
    name: 'photos-empty',
    of: 'newcomer',
    async open(page) {
      await page.goto('/my-photos/photos')
      await expect(page.getByText('Your photo library is empty')).toBeVisible()
    },
  },
  {
    name: 'albums-none',
    of: 'newcomer',
    async open(page) {
      await page.goto('/my-photos/albums')
      await expect(page.getByText('No albums yet')).toBeVisible()
    },
  },
  {
    name: 'deleted-empty',
    of: 'newcomer',
    async open(page) {
      await page.goto('/my-photos/deleted')
      await expect(page.getByText('Nothing in Recently deleted')).toBeVisible()
    },
  },
  {
    name: 'downloads-empty',
    of: 'newcomer',
    async open(page) {
      await page.goto('/downloads')
      await expect(page.getByText('No downloads yet')).toBeVisible()
    },
  },
  {
    name: 'overview-empty',
    of: 'newcomer',
    async open(page) {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    name: 'archived',
    of: 'newcomer',
    open: page => inStore(page, { status: 'NOT_ACTIVE', waitingCount: 1260 }),
    leave,
  },
  {
    name: 'archived-modal',
    of: 'newcomer',
    async open(page) {
      await inStore(page, { status: 'NOT_ACTIVE', waitingCount: 1260 })
      await page.getByRole('main').getByRole('button', { name: 'Your photos are in our archive' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    leave,
  },
  {
    name: 'import-running',
    of: 'newcomer',
    async open(page) {
      await inStore(page, { status: 'IMPORTING', import: { ...RUN, endedAt: null, problem: null } })
      await expect(page.getByRole('progressbar')).toBeVisible()
    },
    leave,
  },
  {
    name: 'import-waiting',
    async open(page) {
      await inStore(page, { status: 'NOT_ACTIVE', waitingCount: 1260 })
      await expect(page.getByRole('button', { name: 'Reactivate my photos' })).toBeVisible()
    },
    leave,
  },
  {
    name: 'import-failed',
    async open(page) {
      await inStore(page, { status: 'NOT_ACTIVE', waitingCount: 3 })
      await page.getByRole('button', { name: 'Reactivate my photos' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
    leave,
  },
  { name: 'import-result', open: imported, leave },
  {
    name: 'import-refused',
    async open(page) {
      await imported(page)
      await page.getByRole('button', { name: 'Show them' }).click()
      await expect(page.getByRole('dialog')).toContainText('scan0007.tif')
    },
    leave,
  },
  {
    name: 'library-deleting',
    open: page => inStore(page, { status: 'DELETING' }),
    leave,
  },
  { name: 'storage-critical', open: page => stored(page, { status: 'critical', daysRemaining: 12 }), leave },
  {
    name: 'storage-grace',
    open: page =>
      stored(page, {
        status: 'critical',
        daysRemaining: 0,
        grace: { leftAt: A_WEEK_AGO, erasedAt: SOON, photosCount: 214 },
      }),
    leave,
  },
  {
    name: 'delete-all',
    async open(page) {
      await page.goto('/my-photos/photos')
      await page.getByRole('button', { name: 'Delete all photos' }).click()
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
      await over(page, '**/photo-management/users', { move })
      await page.goto('/my-photos/photos')
      await expect(page.getByRole('progressbar')).toBeVisible()
    },
    leave,
  },
  {
    name: 'downloads-states',
    async open(page) {
      await page.route('**/downloads/downloads', route =>
        route.fulfill({
          json: { items: (['requested', 'in-progress', 'ready', 'failed'] as const).map(archive) },
        }),
      )
      await page.goto('/downloads')
      await expect(page.getByRole('listitem').filter({ hasText: 'Summer' })).toHaveCount(4)
    },
    leave,
  },
  {
    name: 'phone',
    of: 'nobody',
    upTo: 1023,
    async open(page) {
      await page.route('**/phone/session', route => route.fulfill({ json: PHONE_SESSION }))
      await page.goto('/from-phone#some-permission')
      await expect(page.getByRole('heading', { name: 'Send photos' })).toBeVisible()
    },
    leave,
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

const STORED = {
  monthsRemaining: 0,
  deletionDate: SOON,
  lastOrderDate: A_YEAR_AGO,
  registrationDate: A_YEAR_AGO,
  projectCount: 2,
  delayedDeletionDate: null,
  projectedDeletionDate: SOON,
}

const PHONE_SESSION = {
  sessionId: crypto.randomUUID(),
  owner: 'Anna',
  expiresAt: SOON,
  secondsLeft: 3400,
  filesLeft: 98,
  arrived: 2,
}

/** The library as the service says it is while `activation` holds. */
async function inStore(page: Page, activation: object): Promise<void> {
  await page.route('**/users/activate', route =>
    route.request().method() === 'GET' ? route.fulfill({ json: activation }) : route.abort(),
  )
  await page.goto('/my-photos/photos')
  await expect(page.getByRole('heading').first()).toBeVisible()
}

async function imported(page: Page): Promise<void> {
  const reasons = ['missing', 'truncated', 'unsupported-type']
  const files = reasons.map((reason, index) => ({ fileName: `scan000${5 + index}.tif`, reason }))
  await page.route('**/users/activate/refused*', route => route.fulfill({ json: { cursor: null, files } }))
  await inStore(page, { status: 'ACTIVE', import: RUN })
  await expect(page.getByRole('button', { name: 'Show them' })).toBeVisible()
}

/** The modal, without its opening by itself first. */
async function stored(page: Page, status: object): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem('shouldShowReactivationModal', 'false'))
  await page.route('**/accounts/getaccountinformation', route =>
    route.fulfill({ json: { ...STORED, ...status } }),
  )
  await page.goto('/my-photos/photos')
  await page.getByRole('main').locator('[data-status=critical]').getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const archive = (state: string, index: number) => ({
  id: crypto.randomUUID(),
  name: 'Summer',
  photosCount: 100 - index,
  size: 412_000_000,
  state,
  created: A_WEEK_AGO,
  expires: SOON,
})

async function over(page: Page, address: string, parts: object): Promise<void> {
  await page.route(address, async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...parts } })
  })
}

async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
