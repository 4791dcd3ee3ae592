import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#server/context.ts'

/** The steps of the demo that are complete have a mark in the data folder: later starts leave them out. */
export type Step = 'library' | 'addresses' | 'projects' | 'orders' | 'gallery' | 'callbacks'

export const isDone = (ctx: Pick<Context, 'config'>, step: Step): boolean => existsSync(markOf(ctx, step))

export const markDone = (ctx: Pick<Context, 'config'>, step: Step): Promise<void> =>
  writeFile(markOf(ctx, step), '')

const markOf = ({ config }: Pick<Context, 'config'>, step: Step) => join(config.dataDir, `demo-${step}`)

/** Writes a file that is there as a whole or not at all, also when the process dies. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.part`, text, { flush: true })
  await rename(`${file}.part`, file)
}
