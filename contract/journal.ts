import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'
import { cursor, nextCursor } from './paging.ts'
import { count, deadline, instant, wholeNumber } from './scalars.ts'

/** Who acts: a customer's device, a mailed link, an API key, an SFTP credential, a service of the retailer, customer care, or a job. */
export const ACTOR_TYPES = ['device', 'link', 'key', 'sftp', 'service', 'care', 'system'] as const
export type ActorType = (typeof ACTOR_TYPES)[number]

interface Kind {
  /** Grants access, destroys content, redirects what is sent, or loosens a limit; absent for any other change. */
  does?: 'grants' | 'destroys' | 'redirects' | 'loosens'
  /** Days for which its entries are kept. */
  days: 30 | 400
  /** Whether it is mailed to the owner and listed among the events of the account's security. */
  isSecurity?: true
  /** Whether calls of one actor within a minute are one entry. */
  isMerged?: true
  /** Whether a domain can take it back. */
  isUndoable?: true
  /** Whether only customer care reads it (`keepsake case`): the lists of the owner are without it. */
  isForCare?: true
}

const security = { days: 400, isSecurity: true } as const
const change = { days: 400, isUndoable: true } as const

/** All kinds of entries, and what follows from them: the one table of acts. */
const KINDS = {
  'sign-in.new-device': { ...security, does: 'grants' },
  'passkey.added': { ...security, does: 'grants' },
  'passkey.removed': { ...security, does: 'destroys' },
  'password.changed': { ...security, does: 'grants' },
  'email.change-requested': { ...security, does: 'redirects' },
  'email.change-stopped': security,
  'email.changed': { ...security, does: 'redirects' },
  'account.closing-requested': { ...security, does: 'destroys' },
  'account.closed': { ...security, does: 'destroys' },
  'account.kept': { ...security, does: 'grants' },
  'api-key.created': { ...security, does: 'grants' },
  'api-key.replaced': { ...security, does: 'grants' },
  'api-key.new-network': security,
  'api-key.expiring': security,
  'sftp.added': { ...security, does: 'grants' },
  'sftp.new-network': security,
  'callback.address-changed': { ...security, does: 'redirects', isUndoable: true },
  'callback.enabled': { ...security, does: 'redirects' },
  'export.requested': { ...security, does: 'grants' },
  'order.delivery-address-changed': { ...security, does: 'redirects' },
  'invoice-email.changed': { ...security, does: 'redirects', isUndoable: true },
  'access.ended': security,
  'access.removed': { days: 400 },
  'reauthentication.failed': security,
  'recovery.requested': { ...security, does: 'grants' },
  'recovery.stopped': { ...security, does: 'destroys' },
  'api-key.changed': { ...security, does: 'loosens', isUndoable: true },
  'profile.changed': change,
  'payment-method.changed': change,
  'address.added': change,
  'address.changed': change,
  'address.removed': change,
  'address.default-chosen': change,
  'business-details.changed': { ...change, does: 'redirects' },
  'photos.deleted': { ...change, does: 'destroys', isMerged: true },
  'photos.restored': { days: 400, isMerged: true },
  'library.deleted': { ...change, does: 'destroys' },
  'photos.erased': { days: 400, does: 'destroys', isMerged: true },
  'photos.erasure-requested': { ...security, does: 'destroys', isMerged: true, isUndoable: true },
  'photos.tidied': { ...change, does: 'destroys' },
  'dates.changed': change,
  'project.deleted': { ...change, does: 'destroys' },
  'endpoint.changed': { days: 400 },
  'endpoint.turned-off': { days: 400 },
  'endpoint.removed': { days: 400, does: 'destroys' },
  'change.undone': { days: 400 },
  'changes.reviewed': { days: 400 },
  'case.read': { days: 400 },
  'sftp.session': { days: 30, isForCare: true },
} as const satisfies Record<string, Kind>

export type JournalKind = keyof typeof KINDS
export const JOURNAL_KINDS: Readonly<Record<JournalKind, Kind>> = KINDS

const listKinds = (has: (kind: Kind) => boolean) =>
  (Object.keys(KINDS) as JournalKind[]).filter(kind => has(JOURNAL_KINDS[kind]))

type KindWith<Property extends keyof Kind> = {
  [K in JournalKind]: (typeof KINDS)[K] extends Record<Property, true> ? K : never
}[JournalKind]

/** Kinds of security events: each is mailed to the owner and listed. */
export type SecurityEventKind = KindWith<'isSecurity'>
export const SECURITY_EVENT_KINDS = listKinds(
  kind => kind.isSecurity === true,
) as readonly SecurityEventKind[]

/** Kinds of losses that are mailed where they are more than usual. */
export const LOSS_KINDS = [
  'photos.deleted',
  'library.deleted',
  'photos.erased',
] as const satisfies JournalKind[]

/** Kinds that can be undone. */
export type UndoableKind = KindWith<'isUndoable'>
export const UNDOABLE_KINDS = listKinds(kind => kind.isUndoable === true) as readonly UndoableKind[]

/** Kinds that the owner of the account reads. */
export const OWNER_KINDS = listKinds(kind => !kind.isForCare)

/** Days for which the longest-lived entries are kept. */
export const JOURNAL_DAYS = 400
/** Days for which an act can be undone, by its entry or by 'It wasn't me', and for which access counts as new. */
export const UNDO_DAYS = 30

const actor = z.object({
  /** One of ACTOR_TYPES; open. */
  type: z.string(),
  /** Browser and system, 'Firefox, Windows'; null where they are not known. */
  device: z.string().nullable(),
  /** Shortened address; null where it is not known. */
  network: z.string().nullable(),
  /** Whether it is the session of this request. */
  isThisDevice: z.boolean(),
  /** The device or key as listed in the security of the account; null where none is known. */
  accessId: z.string().nullable(),
})
export type JournalActor = z.infer<typeof actor>

export const journalEntry = z.object({
  id: z.string(),
  /** A key of JOURNAL_KINDS; open. */
  kind: z.string(),
  at: instant,
  /** Of merged calls, the instant of the last one. */
  lastAt: instant.nullable(),
  actor,
  /** What it is about, by id. */
  subject: z.string().nullable(),
  /** Number of photos. */
  total: count.nullable(),
  /** Facts by name, which depend on the kind; never a secret. */
  detail: z.record(z.string(), z.string()),
  /** What it changed, for 30 days: values as the owner reads them, null for none. */
  change: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** When the act takes effect; null if it has at once. Before, any device of the account can undo it. */
  effectiveAt: instant.nullable(),
  /**
   * 'possible'; 'waiting' until it takes effect; 'done' once it was undone; 'changed-since' while a later change of the same value is in force; 'over' after 30 days,
   * or when what it changed is gone; 'none' for an act without a way back. Open.
   */
  undo: z.string(),
  /** Until when it can be undone. */
  undoUntil: deadline.nullable(),
  /** When and by whom it was undone. */
  undone: z.object({ entryId: z.string(), at: instant, actor }).nullable(),
})
export type JournalEntry = z.infer<typeof journalEntry>

export const getJournal = endpoint('GET', 'account', '/journal', {
  policy: 'customer',
  isNeverStored: true,
  summary: 'What happened in the account, by whom, and what of it can be undone, newest first',
  query: z.strictObject({
    /** Entries from this instant on. */
    since: instant.optional(),
    cursor,
    limit: wholeNumber({ min: 1, max: 100 }).default(20),
  }),
  answer: z.object({
    entries: z.array(journalEntry),
    cursor: nextCursor,
  }),
})

/** Why an entry cannot be undone. */
export const UNDO_CONFLICTS = ['changed-since', 'over', 'none'] as const

export const undoEntry = endpoint('POST', 'account', '/journal/:id/undo', {
  policy: 'customer',
  summary: 'Undoes a change; a repetition changes nothing, and continues an undo that has more to do',
  params: z.strictObject({ id: idInput }),
  stepUp: 'by-body',
  answer: z.object({
    /** Number of photos that this call brought back; 0 for other changes, and where a job does it. */
    restored: count,
    /** Whether there is more: the call is repeated until there is not. */
    hasMore: z.boolean(),
    /** True where the endpoint has its former address again, and is sent nothing until its owner turns it on. */
    isEndpointOff: z.boolean().optional(),
  }),
  errors: ['not-found', 'conflict'],
})

export const getJournalReview = endpoint('GET', 'account', '/journal/review', {
  policy: 'customer',
  isNeverStored: true,
  summary:
    'What waits for its owner: acts that have not taken effect, and a check after all access was ended',
  answer: z.object({
    /** Acts that have not taken effect, the first one first. */
    waiting: z.array(journalEntry),
    /** When all access was ended; null if there is nothing to check. */
    lockedAt: instant.nullable(),
    /** The act that the owner did not know, where one was named: what happened since then is to be checked. */
    doubted: z
      .object({ at: instant, device: z.string().nullable(), network: z.string().nullable() })
      .nullable(),
  }),
})

export const completeJournalReview = endpoint('POST', 'account', '/journal/review', {
  policy: 'customer',
  summary: 'Records that the owner has checked what happened',
})
