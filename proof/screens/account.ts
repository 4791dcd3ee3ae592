import { readFile } from 'node:fs/promises'
import type { ActivityItem } from '#contract/activity.ts'
import type { ScreenTable, Step } from './screen.ts'
import { all, answer, fill, go, lose, openPage, override, press, see, seeText } from './steps.ts'

const openDetails = openPage('/settings/personal-details', 'Personal details')
const openSecurity = openPage('/settings/security', 'Sign-in & security')
const openDeletion = openPage('/settings/delete-account', 'Delete account')
const openAddresses = openPage('/settings/addresses/all', 'Addresses')
const openNewAddress = openPage('/settings/new-address', 'New address')
const openReceipt = openPage('/activity/uploads/00000000-0000-4000-8000-000000000001', 'Upload receipt')
const openExport = all(
  go('/downloads'),
  press('Open export', 'link'),
  seeText('Your export is ready to download'),
)

/** Saves the first zip and checks it beside one that is cut off. */
const checkZips: Step = async page => {
  const saving = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Download .* as \.zip$/ })
    .first()
    .click()
  const buffer = await readFile(await (await saving).path())
  const file = { name: 'photo-export-1.zip', mimeType: 'application/zip', buffer }
  const truncatedFile = { ...file, name: 'photo-export-2.zip', buffer: buffer.subarray(0, -1000) }
  await page.locator('input[type=file]').first().setInputFiles([file, truncatedFile])
}

/** Settings, addresses, the end of an account, activity and downloads. */
export const ACCOUNT: ScreenTable = {
  overview: [openPage('/', /Anna/)],
  'not-found': [openPage('/nobody/knows', 'Page not found')],
  settings: [openPage('/settings', 'Settings')],
  'personal-details': [openDetails],
  'personal-details-wrong': [
    openDetails,
    fill('First name', ''),
    fill('Year', '19'),
    press('Save'),
    see('alert'),
  ],
  'payment-method': [openPage('/settings/payment-method', 'Payment method')],
  security: [openSecurity],
  'security-business': { user: 'business', steps: [openSecurity] },
  'security-password': [openSecurity, press('Change Password'), see('dialog')],
  'security-not-me': [openSecurity, press('It wasn’t me'), see('alertdialog')],
  'change-email': [openPage('/settings/email', 'Change email address')],
  'change-email-success': [
    page =>
      page.addInitScript(() =>
        sessionStorage.setItem('keepsake.confirmation-result', JSON.stringify({ outcome: 'email-changed' })),
      ),
    openPage('/change-email-success', 'Your email address has been changed'),
  ],
  'change-email-error': [openPage('/change-email-error', "Your email wasn't changed")],
  addresses: [openAddresses],
  'address-new': [openNewAddress],
  'address-wrong': [openNewAddress, fill('Postcode', 'BS8 2H'), press('Save address'), see('alert')],
  'address-abroad': [
    openAddresses,
    page =>
      page
        .getByRole('listitem')
        .filter({ hasText: 'Kastanienallee' })
        .getByRole('link', { name: /^Edit/ })
        .click(),
    see('heading', 'Edit address'),
  ],
  'delete-account': [openDeletion],
  'delete-account-sent': [
    page => page.route('**/deleteaccount', route => route.fulfill({ status: 204 })),
    openDeletion,
    fill('Type DELETE to continue', 'DELETE'),
    press('Email me the link'),
    seeText('We’ve sent you an email to confirm.'),
  ],
  'delete-account-error': [openPage('/delete-account-error', /couldn't be deleted/)],

  activity: [override('**/api/account/activity', createActivity), openPage('/activity', 'Activity')],
  'activity-failed': [lose('**/api/account/activity'), go('/activity'), see('alert')],
  'upload-receipt': [
    answer('**/api/uploads/upload-batches/*', createReceipt()),
    openReceipt,
    see('heading', /^Added/),
  ],
  'upload-receipt-gone': [openReceipt, see('heading', 'This receipt is no longer available')],
  downloads: [openPage('/downloads', 'Downloads'), seeText('Summer')],
  export: [openExport],
  'export-checked': [openExport, checkZips, seeText(/missing in these files/)],
  'export-expired': [go('/my-photos/exports/of-long-ago'), seeText('Your download link has expired')],
  'export-modal': [go('/my-photos/exports/of-long-ago'), press('Create a new export'), see('dialog')],
}

function formatMinutesAgo(minutesAgo: number): string {
  return new Date(Date.now() - minutesAgo * 60_000).toISOString()
}

/** Adds activities that run, were interrupted and have failed to those of the demo. */
function createActivity({ items: [own, ...others] }: { items: ActivityItem[] }) {
  const states: Partial<ActivityItem>[] = [
    { kind: 'upload', state: 'running', total: 128, done: 74 },
    { kind: 'export', state: 'running' },
    { kind: 'upload', state: 'interrupted', total: 60, done: 41 },
    { kind: 'upload', state: 'failed', total: 24, done: 21, problems: 3 },
    { kind: 'import', total: 310, done: 310 },
    { kind: 'mail-bounced', state: 'failed', name: 'Your photos are ready to download' },
  ]
  const added = states.map((item, index) => ({
    ...{ id: createId(index), state: 'done', at: formatMinutesAgo(2 + 20 * index), name: null, total: null },
    ...{ done: null, problems: 0, until: null, entry: null },
    ...item,
  }))
  return { items: [...added, ...(own ? [own, ...others] : [])] }
}

function createId(index: number): string {
  return `00000000-0000-4000-8000-00000000000${index}`
}

/** A receipt with a file of each outcome. */
function createReceipt() {
  const photo = { photoId: createId(9), inLibrary: true }
  const files = [
    { fileName: 'IMG_20260701_091522.jpg', state: 'added', ...photo },
    { fileName: 'IMG_20260701_091648.HEIC', state: 'added', ...photo, converted: true },
    { fileName: 'scan-of-an-old-print.png', state: 'added', ...photo, undated: true },
    { fileName: 'IMG_20260701_093010.jpg', state: 'added', photoId: createId(8) },
    { fileName: 'IMG_20260630_180233.jpg', state: 'already-there', ...photo },
    { fileName: 'IMG_20260628_121544.jpg', state: 'restored', ...photo },
    { fileName: 'invitation.pdf', state: 'refused', reason: 'unsupported-type' },
    {
      fileName: 'a-very-long-name-that-somebody-edited-twice-final-2.jpg',
      state: 'refused',
      reason: 'truncated',
    },
    { fileName: 'from-the-old-phone.jpg', state: 'failed', reason: 'file-gone' },
  ]
  return {
    startedAt: formatMinutesAgo(12),
    cursor: null,
    files: files.map((file, index) => ({
      ...{ fileId: createId(index), size: 1_900_000 + index * 310_000 },
      ...{ inLibrary: false, converted: false, undated: false },
      ...file,
    })),
  }
}
