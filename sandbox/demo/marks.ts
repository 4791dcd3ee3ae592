import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#server/context.ts'

/** Steps of the demo; completed ones have a marker file in the data folder and are skipped by later starts. */
export type Step =
  | 'library'
  | 'addresses'
  | 'projects'
  | 'orders'
  | 'gallery'
  | 'api-keys'
  | 'callbacks'
  | 'sftp-keys'
  | 'security'

export const isStepDone = (ctx: Pick<Context, 'config'>, step: Step): boolean =>
  existsSync(getMarkPath(ctx, step))

export const markStepDone = (ctx: Pick<Context, 'config'>, step: Step): Promise<void> =>
  writeFile(getMarkPath(ctx, step), '')

const getMarkPath = ({ config }: Pick<Context, 'config'>, step: Step) => join(config.dataDir, `demo-${step}`)
