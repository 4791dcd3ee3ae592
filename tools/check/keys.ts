import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { declarations } from '#server/testing/distribution/check-statements.ts'
import { findSchemaFaults } from '#server/testing/distribution/schema-faults.ts'
import makeTemplate from '../vitest-template.ts'

/**
 * Reports parts of the migrated schema that a cluster does not support (0112): keys, foreign keys and triggers of
 * distributed tables.
 */
export async function checkKeys(): Promise<string[]> {
  await makeTemplate()
  const loadDataDir = new Blob([await readFile(process.env.TEST_DATABASE_TEMPLATE!)])
  const engine = await PGlite.create({ loadDataDir })
  try {
    const query = async (text: string) => (await engine.query<Record<string, unknown>>(text)).rows
    return await findSchemaFaults(query, declarations)
  } finally {
    await engine.close()
  }
}
