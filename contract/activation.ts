import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { accountIdInput } from './id.ts'
import type { FieldIssue } from './input/field-issues.ts'
import { cursor } from './paging.ts'
import { submission, submissionResult } from './retailer-states.ts'
import { count, instant } from './scalars.ts'
import { refusal } from './uploads.ts'

/** Interval at which a page polls the progress of an import. */
export const ACTIVATION_POLL_MS = 5000
/** Delay between 'import-finished' and the page's request for the status. */
export const IMPORT_FINISHED_WAIT_MS = 10_000
export const REFUSED_FILES_PAGE = 200

/**
 * State of a legacy library. ACTIVE: imported, or the account never had one. NOT_ACTIVE: still in the
 * retailer's legacy store. IMPORTING: an import run is in progress. DELETING: the retailer is deleting it.
 */
export const activationStatus = z.enum(['ACTIVE', 'NOT_ACTIVE', 'IMPORTING', 'DELETING'])
export type ActivationStatus = z.infer<typeof activationStatus>

/** Why an import run ended before every file was processed; starting it again is allowed. */
export const importProblem = z.enum(['store-unavailable', 'index-missing', 'index-broken', 'stuck'])
export type ImportProblem = z.infer<typeof importProblem>

/** The current import run, else the last one. `alreadyThere`: files whose bytes the library has already. */
export const importRun = z.object({
  startedAt: instant,
  endedAt: instant.nullable(),
  /** Null until the legacy library's index has been read. */
  photosCount: count.nullable(),
  added: count,
  alreadyThere: count,
  refused: count,
  problem: importProblem.nullable(),
})
export type ImportRun = z.infer<typeof importRun>

export const activation = z.object({
  status: activationStatus,
  /** Photos not imported yet, where the count is known. */
  waitingCount: count.optional(),
  import: importRun.optional(),
})
export type Activation = z.infer<typeof activation>

export const getActivation = endpoint('GET', 'photoManagement', '/users/activate', {
  policy: 'customer',
  summary: 'State of the legacy library and progress of its import (PL-155)',
  answer: activation,
})

export const startActivation = endpoint('POST', 'photoManagement', '/users/activate', {
  policy: 'customer',
  summary: 'Starts the import of a library that is NOT_ACTIVE; does nothing in every other state (PL-155)',
  answer: z.object({ started: z.boolean() }),
})

/** Why a file of the legacy library was not imported: a refusal of uploads, or the file could not be read. */
export const importRefusal = z.enum([...refusal.options, 'missing', 'unreadable', 'bad-entry'])
export type ImportRefusal = z.infer<typeof importRefusal>

export const refusedFile = z.object({ fileName: z.string(), reason: importRefusal })
export type RefusedFile = z.infer<typeof refusedFile>

export const getRefusedFiles = endpoint('GET', 'photoManagement', '/users/activate/refused', {
  policy: 'customer',
  summary: 'Files of the legacy library that could not be imported, in the order of its index, paged',
  query: z.object({ cursor }),
  answer: z.object({ cursor: z.string().nullable(), files: z.array(refusedFile) }),
})

/** A folder of the legacy store, relative to the configured root: segments between slashes, none '.' or '..'. */
export const librarySource = z.string().min(1).max(500).refine(isPlainPath)

export function isPlainPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches the characters to refuse.
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return false
  return path.isWellFormed() && path.split('/').every(part => part !== '' && part !== '.' && part !== '..')
}

/**
 * State of a customer's library in the legacy store, as reported by the retailer. NOT_ACTIVE: it is in the folder
 * `source` and can be imported; `again` allows another import of one that was imported before. DELETING: the retailer is
 * deleting it. ACTIVE: the legacy store has no data of the customer.
 */
export const legacyLibraryState = z
  .strictObject({
    source: librarySource.optional(),
    status: z.enum(['NOT_ACTIVE', 'DELETING', 'ACTIVE']).default('NOT_ACTIVE'),
    again: z.boolean().default(false),
  })
  .refine(library => library.status !== 'NOT_ACTIVE' || library.source !== undefined, {
    error: 'missing' satisfies FieldIssue,
    path: ['source'],
  })
export type LegacyLibraryState = z.infer<typeof legacyLibraryState>

/** Documented for the retailer in docs/retailer-interface.md. */
export const putLegacyLibrary = submission('photoManagement', '/retailer/libraries/:accountId', {
  serviceScope: 'libraries:write',
  summary: "Sets the state of a customer's library in the legacy store (OP-26); idempotent",
  params: z.object({ accountId: accountIdInput }),
  body: legacyLibraryState,
  answer: z.object({
    ...submissionResult,
    accountId: z.string(),
    status: activationStatus,
    photosCount: count.nullable(),
    /** Whether it was accepted and is no dry run. */
    stored: z.boolean(),
  }),
})
