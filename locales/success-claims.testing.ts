/**
 * Every English text of uploads, transfers, downloads and exports that says safe, complete, added, saved, deleted, all, sent,
 * kept or arrived, by key.
 */

interface Claim {
  keys: readonly string[]
  /** The test that shows that the texts cannot appear when they are not true: its file and its title. */
  file: string
  title: string
}

const PHONE = 'web/src/domains/uploads/phone/phone.test.tsx'
const COMPANIONS = 'web/src/domains/uploads/engine/companions.test.ts'
const TRAY = 'web/src/domains/uploads/tray/upload-tray.test.tsx'
const MODAL = 'web/src/domains/uploads/upload-dialog/upload-dialog.test.tsx'
const EXPORT = 'web/src/domains/exports/export-page.test.tsx'
const RECEIPT = 'server/src/domains/uploads/batches/receipt.test.ts'

/** Texts that tell a customer that something has happened to photos. */
export const CLAIMS: readonly Claim[] = [
  {
    keys: ['export.check.all', 'export.check.chunk-all'],
    file: EXPORT,
    title: 'RV-811 a damaged zip is named with its photo after a good one was checked on the same page',
  },
  {
    keys: ['phone.arrived', 'upload.group.arrived', 'upload.status.arrived', 'phone.sent-look'],
    file: PHONE,
    title: 'RV-812 a sent photo has arrived, on the phone as on the computer',
  },
  {
    keys: ['phone.kept', 'phone.not-kept', 'upload.status.kept', 'upload.status.not-kept'],
    file: 'server/src/domains/uploads/sessions/sessions.test.ts',
    title: 'RV-812 a photo is received until its owner confirms, then kept; a deleted one is not kept',
  },
  {
    keys: ['phone.unsent', 'upload.status.not-sent', 'upload.reason.transfer-ended'],
    file: PHONE,
    title: 'RV-813 the end in the middle names what was not sent',
  },
  {
    keys: ['phone.end-sending.text', 'phone.end-sending.title'],
    file: PHONE,
    title: 'RV-813 ending asks while the phone is sending',
  },
  {
    keys: ['upload.status.added', 'upload.group.added', 'upload.tray.problems'],
    file: TRAY,
    title: 'RV-101 files that could not be added are counted with their reason, and the tray stays',
  },
  {
    keys: ['upload.count.added', 'upload.count.arrived'],
    file: COMPANIONS,
    title: 'while it runs and at the end; hidden files are named once and not counted',
  },
  {
    keys: ['upload.companions.videos'],
    file: COMPANIONS,
    title: 'other files are refused as before, also a video without a picture of its name',
  },
  {
    keys: ['upload.moving.steps'],
    file: COMPANIONS,
    title: 'NX-216 no position, name, address or path leaves the browser',
  },
  {
    keys: ['upload.reason.in-google-bin'],
    file: COMPANIONS,
    title: 'a photo that was deleted at Google Photos is added only if it is chosen',
  },
  {
    keys: ['upload.tray.sent', 'upload.tray.paused'],
    file: TRAY,
    title: 'RV-817 the total stays the same with each refusal',
  },
  {
    keys: ['upload.tray.cancel.text'],
    file: TRAY,
    title: 'RV-101 Cancel asks first; what is sent stays in the library',
  },
  {
    keys: ['upload.added-toast'],
    file: MODAL,
    title: 'PL-043 a photo that could not be deleted shows an error, and the modal stays open',
  },
  {
    keys: ['upload.confirm-close.text'],
    file: 'proof/browser/uploads.spec.ts',
    title: 'closing asks whether to continue or to remove added photos',
  },
  {
    keys: ['upload-receipt.added', 'upload-receipt.restored', 'upload.status.restored', 'activity.problems'],
    file: RECEIPT,
    title: 'names each file once with its outcome: added, already there, refused, failed, not sent yet',
  },
  {
    keys: ['upload-receipt.deleted'],
    file: RECEIPT,
    title: 'a photo that was deleted since has no link',
  },
  {
    keys: ['upload.reason.closed'],
    file: 'server/src/domains/activity/activity.test.ts',
    title: 'RV-817 a closed upload is over: its receipt names what was not sent, and its bytes are gone',
  },
  {
    keys: ['activity.project-deleted'],
    file: 'server/src/domains/activity/activity.test.ts',
    title: 'a deleted project, until it is restored',
  },
  {
    keys: ['downloads.missing.text'],
    file: 'server/src/domains/downloads/downloads.test.ts',
    title: 'P14 OP-94 photos whose originals are cut off or deleted are named in the zip with their dates',
  },
]

/** Texts with such a word that tell nothing: names of buttons, instructions, rules, refusals. */
export const NO_CLAIMS: readonly string[] = [
  'activity.shared-mail-bounced.text',
  'download.parts.text',
  'download.text',
  'export.check.missing.text',
  'export.text',
  'export.unzip.windows.text',
  'upload-receipt.converted',
  'upload-receipt.gone.text',
  'upload.address-invalid',
  'upload.album-failed',
  'upload.interrupted.failed',
  'upload.pause-all',
  'upload.reason.quota-exceeded',
  'upload.reason.unsupported-type',
  'upload.resume-all',
  'upload.retry-all',
]
