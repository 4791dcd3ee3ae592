import { expect } from '@playwright/test'
import { withholdFirstScreen } from '../browser/fixtures/first-screen.ts'
import type { ScreenTable, Step } from './screen.ts'
import {
  all,
  answer,
  choose,
  go,
  lose,
  openPage,
  openPhotos,
  override,
  press,
  see,
  seeText,
} from './steps.ts'

const toInstant = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Opens the library with the given answer about its activation. */
const openActivation = (activation: object) =>
  all(
    withholdFirstScreen,
    page =>
      page.route('**/users/activate', route =>
        route.request().method() === 'GET' ? route.fulfill({ json: activation }) : route.abort(),
      ),
    go('/my-photos/photos'),
    see('heading'),
  )
const RUN = {
  startedAt: toInstant(-7),
  endedAt: toInstant(-7),
  photosCount: 1260,
  added: 431,
  alreadyThere: 2,
  refused: 3,
  problem: null,
}
const ARCHIVED = openActivation({ status: 'NOT_ACTIVE', waitingCount: 1260 })
const openImportResult = all(
  answer('**/users/activate/refused*', {
    cursor: null,
    files: ['missing', 'truncated', 'unsupported-type'].map((reason, index) => ({
      fileName: `scan000${5 + index}.tif`,
      reason,
    })),
  }),
  openActivation({ status: 'ACTIVE', import: RUN }),
  see('button', 'Show details'),
)

/** Opens the storage modal with these fields of its status, and prevents that it opens by itself. */
const openStorage = (status: object) =>
  all(
    page => page.addInitScript(() => sessionStorage.setItem('shouldShowReactivationModal', 'false')),
    override('**/accounts/getaccountinformation', {
      monthsRemaining: 0,
      deletionDate: toInstant(20),
      projectedDeletionDate: toInstant(20),
      lastRestorableDay: toInstant(50).slice(0, 10),
      lastOrderDate: toInstant(-365),
      projectCount: 2,
      status: 'critical',
      ...status,
    }),
    go('/my-photos/photos'),
    page => page.getByRole('main').locator('[data-status=critical]').getByRole('button').click(),
    see('dialog'),
  )

/** States that the demo does not have, and failures: the service's answers are replaced. */
export const STATES: ScreenTable = {
  'import-waiting': [ARCHIVED, see('button', 'Reactivate my photos')],
  'import-failed': [ARCHIVED, press('Reactivate my photos'), see('alert')],
  'import-result': [openImportResult],
  'import-refused': [openImportResult, press('Show details'), seeText('scan0007.tif')],
  'library-deleting': [openActivation({ status: 'DELETING' })],
  'storage-critical': [openStorage({ daysRemaining: 12 })],
  'storage-postponed': [
    openStorage({
      daysRemaining: 20,
      lastOrderDate: '2018-11-18T12:00:00Z',
      delayedDeletionDate: toInstant(20),
      projectedDeletionDate: '2020-05-18T11:00:00Z',
    }),
  ],
  'storage-grace': [
    openStorage({
      daysRemaining: 0,
      lastRestorableDay: toInstant(19).slice(0, 10),
      grace: { leftAt: toInstant(-7), photosCount: 214 },
    }),
  ],
  'delete-all': [
    go('/my-photos/photos'),
    choose('Delete all photos'),
    press('Delete all photos', 'button', 'alertdialog'),
    see('alert'),
  ],
  'delete-all-running': [
    withholdFirstScreen,
    override('**/photo-management/users', {
      move: { moveId: crypto.randomUUID(), to: 'bin', state: 'running', photos: 100_000, moved: 34_000 },
    }),
    go('/my-photos/photos'),
    see('progressbar'),
  ],
  'downloads-states': [
    override('**/downloads/downloads', ({ items: [item] }: { items: object[] }) => ({
      items: ['requested', 'in-progress', 'ready', 'failed'].map((state, index) => ({
        ...item,
        ...{ id: crypto.randomUUID(), name: 'Summer', photosCount: 100 - index, state },
      })),
    })),
    go('/downloads'),
    page => expect(page.getByRole('listitem').filter({ hasText: 'Summer' })).toHaveCount(4),
  ],
  'without-configuration': [
    answer('**/config.json', {}, 500),
    go('/orders'),
    seeText('The settings of this website couldn’t be loaded.'),
  ],
  offline: {
    steps: [openPhotos, page => page.context().setOffline(true), seeText(/^You are offline/)],
    cleanUp: [page => page.context().setOffline(false)],
  },
  'load-failed': [
    withholdFirstScreen,
    answer('**/users/timeline*', {}, 400),
    go('/my-photos/photos'),
    see('alert'),
  ],
  error: [lose(/\/assets\/downloads-page.*\.js$/), go('/downloads'), see('alert')],
}

const openBusiness = (status: string, banner: string) =>
  all(override('**/customers/me', { status }), openPage('/settings/b2b', 'Settings'), seeText(banner))

/** A customer who has nothing yet. */
export const NEW_CUSTOMER: ScreenTable = {
  'photos-empty': [go('/my-photos/photos'), seeText('Your photo library is empty')],
  'albums-none': [go('/my-photos/albums'), seeText('No albums yet')],
  'deleted-empty': [go('/my-photos/deleted'), seeText('Nothing in Recently deleted')],
  'downloads-empty': [go('/downloads'), seeText('No downloads yet')],
  'orders-empty': [go('/orders'), seeText('You have no orders yet')],
  'overview-empty': [go('/'), see('heading')],
  'activity-empty': [openPage('/activity', 'Activity'), see('heading', 'No activity yet')],
  'addresses-empty': [openPage('/settings/addresses/all', 'Addresses')],
  archived: [ARCHIVED],
  'archived-modal': [ARCHIVED, press('Your photos are in our archive', 'button', 'main'), see('dialog')],
  'import-running': [
    openActivation({ status: 'IMPORTING', import: { ...RUN, endedAt: null } }),
    see('progressbar'),
  ],
  'business-incomplete': [openPage('/settings/b2b', 'Settings')],
  'business-new': [openBusiness('New', 'Pending account validation')],
  'business-blocked': [openBusiness('Blocked', 'Blocked account')],
}

/** Opens the page of a closed account with the state of its closure. */
const openClosure = (state: string, title: string): Step =>
  all(
    answer('**/closures/some-token', { state, deletionDate: toInstant(30), openOrders: ['4711-2140'] }),
    openPage('/account-deleted?keep-token=some-token', title),
  )

/** A visitor who is not signed in. */
export const SIGNED_OUT: ScreenTable = {
  'sign-in': [openPage('/', 'Welcome back')],
  'sign-in-wrong': [
    go('/'),
    page => page.getByLabel('Email').fill('demo@keepsake.test'),
    page => page.getByLabel('Password', { exact: true }).fill('not this one'),
    press('Sign in'),
    see('alert'),
  ],
  'sign-up': [
    go('/'),
    press('Create an account', 'link'),
    press('Send link'),
    seeText('Please fill in this field'),
  ],
  'forgotten-password': [
    go('/'),
    press('Forgot your password?', 'link'),
    page => expect(page.locator('input[type=email]')).toBeVisible(),
  ],
  'account-deleted': [openClosure('closed', 'Your account is closed')],
  'account-kept': [openClosure('reopened', 'Welcome back')],
  'account-deleted-unknown': [
    go('/account-deleted?keep-token=nobody-knows'),
    see('link', 'Contact customer care'),
  ],
  'newsletter-success': [
    page => page.route('**/subscription/confirm/*', route => route.fulfill({ status: 204 })),
    openPage(
      '/subscription-confirmation?email=anna.keller@example.com&confirmation-token=t',
      'You’re subscribed',
    ),
  ],
  'newsletter-error': [openPage('/subscription-confirmation-error', 'Your subscription failed')],
  phone: {
    maxWidth: 1023,
    steps: [
      answer('**/phone/session', {
        sessionId: crypto.randomUUID(),
        owner: 'Anna',
        expiresAt: toInstant(1),
        secondsLeft: 3400,
        filesLeft: 98,
        arrived: 2,
      }),
      openPage('/from-phone#some-permission', 'Send photos'),
    ],
  },
  'phone-expired': [openPage('/from-phone#none', 'This link doesn’t work')],
}
