import { crc32 } from 'node:zlib'
import type { Context } from '../../context.ts'
import type { ExtraFile } from './tables.ts'

/** What a higher domain adds to exports of the library. */
interface ExportPart {
  name: string
  /**
   * Loads the files of the account. Their names are unique and begin with 'orders/', which no folder of photos does. Blobs are not
   * deleted while the export lives.
   */
  load(ctx: Context, accountId: string): Promise<ExtraFile[]>
}

const parts = new Map<string, ExportPart>()

/** Registers a part of exports. */
export function defineExportPart(part: ExportPart): void {
  if (parts.has(part.name)) throw new Error(`Two domains add ${part.name} to exports`)
  parts.set(part.name, part)
}

/** Loads what higher domains add to an export of the account. */
export async function loadExtraFiles(ctx: Context, accountId: string): Promise<ExtraFile[]> {
  const files: ExtraFile[] = []
  for (const part of parts.values()) files.push(...(await part.load(ctx, accountId)))
  return files
}

/** Creates a text file of an export. */
export const createExtraText = (name: string, text: string): ExtraFile => ({
  name,
  text,
  size: Buffer.byteLength(text),
  crc32: crc32(text),
})
