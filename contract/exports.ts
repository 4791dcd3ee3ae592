import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'
import { channelOf } from './input/channel.ts'
import { cursor } from './paging.ts'
import { deadline, instant, wholeNumber } from './scalars.ts'

/** Links of a finished export expire this long after `updated`. */
export const EXPORT_DAYS = 7
/** Promised time of an export; an export that takes longer fails. */
export const EXPORT_HOURS = 48
/** Files per page of a chunk's contents. */
export const EXPORT_FILES_PAGE = 2000

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

export const exportStatus = z.enum(['REQUESTED', 'IN_PROGRESS', 'READY', 'FAILED'])
export type ExportStatus = z.infer<typeof exportStatus>

/**
 * One zip of an export. `size` is its exact length in bytes; `from` and `to` are months, null without dated photos;
 * `missingCount` of its photos could not be read, and the zip contains a list in their place.
 */
export const exportChunk = z.object({
  iteration: z.int().min(0),
  size: z.int().min(1),
  photosCount: z.int().min(1),
  missingCount: z.int().min(0),
  from: month.nullable(),
  to: month.nullable(),
})
export type ExportChunk = z.infer<typeof exportChunk>

const commonFields = { backupId: z.string().min(1), created: instant, updated: instant }

/** A whole-library export; chunks sorted by iteration. */
export const photoExport = z.discriminatedUnion('status', [
  z.object({ status: z.literal('REQUESTED'), ...commonFields }),
  z.object({ status: z.literal('IN_PROGRESS'), ...commonFields }),
  z.object({ status: z.literal('FAILED'), ...commonFields }),
  z.object({
    status: z.literal('READY'),
    ...commonFields,
    expires: deadline,
    photosCount: z.int().min(1),
    chunks: z.array(exportChunk).min(1),
  }),
])
export type PhotoExport = z.infer<typeof photoExport>
export type ReadyExport = Extract<PhotoExport, { status: 'READY' }>

/** A file of a chunk: name of its zip entry, size in bytes, SHA-256 of the original in hex. */
export const exportFile = z.object({
  name: z.string(),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ExportFile = z.infer<typeof exportFile>

/** Creates the schema of the body of a request; `channel` is one of the vendor of the page. */
export const exportBody = (channels: readonly string[]) => z.object({ channel: channelOf(channels) })

export const createExport = endpoint('POST', 'photoExport', '/backups', {
  policy: 'customer',
  summary:
    'Requests an export of the whole library; a running or still valid one is returned instead of a new one (PL-184)',
  body: exportBody([]),
  answer: photoExport,
  errors: ['not-ready'],
  stepUp: 'always',
})

export const getExports = endpoint('GET', 'photoExport', '/backups', {
  policy: 'customer',
  summary: "The caller's exports that have not expired, newest first",
  answer: z.object({ items: z.array(photoExport) }),
})

export const getExport = endpoint('GET', 'photoExport', '/backups/:backupId', {
  policy: 'customer',
  summary: 'State of an export, with its chunks when it is READY (PL-187)',
  params: z.object({ backupId: idInput }),
  answer: photoExport,
  errors: ['not-found'],
})

const chunkParams = z.object({
  backupId: idInput,
  iteration: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }),
})

export const getExportChunkUrl = endpoint('GET', 'photoExport', '/backups/:backupId/chunks/:iteration/url', {
  policy: 'customer',
  summary: 'A signed, short-lived address of one zip (PL-188)',
  params: chunkParams,
  answer: z.object({ url: z.string() }),
  errors: ['not-found', 'not-ready'],
})

export const getExportFiles = endpoint('GET', 'photoExport', '/backups/:backupId/chunks/:iteration/files', {
  policy: 'customer',
  summary: 'Photos of a zip with their SHA-256, in its order, paged; a downloaded zip is verified with them',
  params: chunkParams,
  query: z.object({ cursor }),
  answer: z.object({ cursor: z.string().nullable(), files: z.array(exportFile) }),
  errors: ['not-found', 'not-ready'],
})
