import { Readable } from 'node:stream'
import { z } from 'zod'
import { callKeepsake, type KeepsakeSystem, type Response } from './client.ts'

/** A state as it would be sent. */
export const sentBody = z.object({ path: z.string().startsWith('/'), body: z.unknown() })
type SentBody = z.infer<typeof sentBody>

/**
 * Tries each body by a dry run, which stores nothing, and prints what would be refused or stored with problems. Returns the
 * numbers of bodies and of those that are not in order.
 */
export async function tryBodies(
  system: KeepsakeSystem,
  bodies: AsyncIterable<SentBody> | Iterable<SentBody>,
  print: (line: string) => unknown,
): Promise<{ tried: number; wrong: number }> {
  const counts = { tried: 0, wrong: 0 }
  const tryBody = async ({ path, body }: SentBody) => {
    const dryRunPath = `${path}${path.includes('?') ? '&' : '?'}dryRun=true`
    const result = describeResult(await callKeepsake(system, 'PUT', dryRunPath, body))
    counts.tried++
    if (result === null) return
    counts.wrong++
    print(`${path}: ${result}`)
  }
  await Readable.from(bodies).forEach(tryBody, { concurrency: 4 })
  return counts
}

/** Describes what is not in order; null for a body that would be stored, or is stored already. */
function describeResult({ status, answer }: Response): string | null {
  if (status !== 200) {
    const fields = Object.entries(answer.fields ?? {}).map(([field, issue]) => `${field} ${issue}`)
    return [`${status} ${answer.code}`, ...(fields.length > 0 ? fields : [answer.message])].join(', ')
  }
  if (answer.dryRun !== true) throw new Error('The system knows no dry run: it may have stored the body')
  const remarks = ['problems', 'warnings'].flatMap(name => {
    const entries = answer[name] as { path: string; code: string }[]
    return entries.map(({ path, code, ...values }) =>
      [`${path} ${code}`, ...Object.entries(values).map(([key, value]) => `${key} ${value}`)].join(' '),
    )
  })
  return remarks.length > 0 ? remarks.join(', ') : null
}
