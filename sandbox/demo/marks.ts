import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#server/context.ts'

/** The steps of the demo that are complete have a mark in the data folder: later starts leave them out. */
export type Step = 'library' | 'addresses' | 'projects' | 'orders' | 'gallery' | 'callbacks'

export const isDone = (ctx: Pick<Context, 'config'>, step: Step): boolean => existsSync(markOf(ctx, step))

export const markDone = (ctx: Pick<Context, 'config'>, step: Step): Promise<void> =>
  writeFile(markOf(ctx, step), '')

const markOf = ({ config }: Pick<Context, 'config'>, step: Step) => join(config.dataDir, `demo-${step}`)
