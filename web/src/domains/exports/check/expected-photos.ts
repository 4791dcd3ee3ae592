import { type ExportFile, getExportFiles, type ReadyExport } from '#contract/exports.ts'
import { call } from '#web/platform/http/call.ts'

/** A photo of the export, with the number of its zip. */
export interface ExpectedPhoto extends ExportFile {
  iteration: number
}

/** Fetches every photo of an export, by SHA-256. */
export async function fetchExpectedPhotos({
  backupId,
  chunks,
}: ReadyExport): Promise<Map<string, ExpectedPhoto>> {
  const photosByHash = new Map<string, ExpectedPhoto>()
  for (const { iteration } of chunks) {
    let cursor: string | null | undefined
    do {
      const page = await call(getExportFiles, {
        params: { backupId, iteration },
        query: cursor ? { cursor } : {},
      })
      for (const file of page.files) photosByHash.set(file.sha256, { ...file, iteration })
      cursor = page.cursor
    } while (cursor !== null)
  }
  return photosByHash
}
