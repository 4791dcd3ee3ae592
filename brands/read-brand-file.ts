import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ZodType } from 'zod'

/** Reads a file of the folder; throws an error that names the file and each of its fields that is missing or not valid. */
export function readBrandFile<T>(folder: string, file: string, schema: ZodType<T>): T {
  const parsed = schema.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`,
  )
  throw new Error(`brands/${file} is not valid: ${faults.join('; ')}`)
}
