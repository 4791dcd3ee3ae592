import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { FieldIssue } from './input/field-issues.ts'
import { refusal } from './uploads.ts'

/** How often a page asks how far an import is (OP-26). */
export const ACTIVATION_POLL_MS = 5000
/** What a page waits after 'import-finished' before it asks for the status (PL-135). */
export const IMPORT_FINISHED_WAIT_MS = 10_000
/** Refused files of one page of the answer. */
export const REFUSED_FILES_PAGE = 200

const instant = z.iso.datetime({ offset: true })
const count = z.int().min(0)

/**
 * Whether a library is here (PL-137, OP-27). NOT_ACTIVE: it still lies in the retailer's old store. IMPORTING: it is on
 * its way. DELETING: the retailer is deleting it.
 */
export const activationStatus = z.enum(['ACTIVE', 'NOT_ACTIVE', 'IMPORTING', 'DELETING'])
export type ActivationStatus = z.infer<typeof activationStatus>

/** Why an import ended before all was looked at; the same start may be tried again. */
export const importProblem = z.enum(['store-unavailable', 'index-missing', 'index-broken', 'stuck'])
export type ImportProblem = z.infer<typeof importProblem>

/** The import that is running, or the last one. `alreadyThere`: the library has the same bytes. */
export const importRun = z.object({
  startedAt: instant,
  endedAt: instant.nullable(),
  /** Null until the old library's index has been read. */
  photosCount: count.nullable(),
  added: count,
  alreadyThere: count,
  refused: count,
  problem: importProblem.nullable(),
})
export type ImportRun = z.infer<typeof importRun>

export const activation = z.object({
  status: activationStatus,
  /** Photos that wait in the old store, where that is known. */
  waitingCount: count.optional(),
  import: importRun.optional(),
})
export type Activation = z.infer<typeof activation>

export const getActivation = endpoint({
  method: 'GET',
  service: 'photoManagement',
  path: '/users/activate',
  policy: 'customer',
  summary: 'Whether the library is here, and how far its import is (PL-155)',
  answer: activation,
})

export const startActivation = endpoint({
  method: 'POST',
  service: 'photoManagement',
  path: '/users/activate',
  policy: 'customer',
  summary: 'Starts the import of a library that is NOT_ACTIVE; in every other state nothing starts (PL-155)',
  answer: z.object({ started: z.boolean() }),
})

/** Why a file of the old library is not in the new one: what an upload is refused for, or it could not be had. */
export const importRefusal = z.enum([...refusal.options, 'missing', 'unreadable', 'bad-entry'])
export type ImportRefusal = z.infer<typeof importRefusal>

export const refusedFile = z.object({ fileName: z.string(), reason: importRefusal })
export type RefusedFile = z.infer<typeof refusedFile>

export const getRefusedFiles = endpoint({
  method: 'GET',
  service: 'photoManagement',
  path: '/users/activate/refused',
  policy: 'customer',
  summary: 'Files of the old library that could not be imported, in its order and by pages',
  query: z.object({ cursor: z.coerce.number().int().min(0).max(100_000_000).optional() }),
  answer: z.object({ cursor: z.int().nullable(), files: z.array(refusedFile) }),
  errors: ['bad-request'],
})

/** A folder of the old store: parts between slashes, none of them '.' or '..', below the configured root. */
export const librarySource = z.string().min(1).max(500).refine(isPlainPath)

export function isPlainPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be in it.
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return false
  return path.isWellFormed() && path.split('/').every(part => part !== '' && part !== '.' && part !== '..')
}

/**
 * What the retailer says of a customer's library in its old store. NOT_ACTIVE: it lies under `source` and waits; with
 * `again` also one that has been imported before. DELETING: it is being deleted there. ACTIVE: nothing is left there.
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
export const putLibrary = endpoint({
  method: 'PUT',
  service: 'photoManagement',
  path: '/retailer/libraries/:accountId',
  policy: 'service',
  summary: "Says what is with a customer's library in the old store (OP-26); may be repeated",
  params: z.object({ accountId: z.string().min(1).max(200) }),
  body: legacyLibraryState,
  answer: z.object({ accountId: z.string(), status: activationStatus, photosCount: count.nullable() }),
  errors: ['bad-request', 'unauthorized', 'not-found', 'conflict'],
})
