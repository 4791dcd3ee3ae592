import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import AsyncLock from 'async-lock'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createFile, readJson, writeFile } from '../storage/json-files.ts'

/** How a receiver answers what is signed correctly. */
export const BEHAVIOURS = ['accept', 'error', 'unavailable', 'gone', 'slow', 'redirect'] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

/** The name of a receiver, in its address. */
export const RECEIVER_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
/** A signing secret as Keepsake shows it. */
export const SIGNING_SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/

const receivedCallback = z.object({
  at: z.string(),
  /** The header webhook-id; empty without one. */
  id: z.string(),
  /** Whether the signature is of the receiver's secret; nothing else of what it says is known when it is not. */
  isVerified: z.boolean(),
  /** Whether this id was accepted before: callbacks arrive at least once. */
  isRepeated: z.boolean(),
  type: z.string().nullable(),
  about: z.string().nullable(),
  /** The status of the answer; null when it came too late for the caller. */
  status: z.int().nullable(),
})
export type ReceivedCallback = z.infer<typeof receivedCallback>

const receiver = z.object({
  /** Null until it was entered. */
  secret: z.string().nullable(),
  behaviour: z.enum(BEHAVIOURS),
  /** The newest first. */
  received: z.array(receivedCallback),
})
export type Receiver = z.infer<typeof receiver>

/** The systems of business customers that the shop stands in for, by name. What resolves is durable. */
export interface Receivers {
  list(): { name: string; receiver: Receiver }[]
  find(name: string): Receiver | undefined
  /** Adds one without a secret, which accepts; nothing when it exists. */
  add(name: string): Promise<void>
  /** Changes one; changes of one receiver run one at a time. Undefined when it does not exist. */
  change(name: string, change: (before: Receiver) => Receiver): Promise<Receiver | undefined>
}

/** Opens the folder, a file of each receiver; one that cannot be read is logged and left out. */
export async function openReceivers(folder: string, log: Logger): Promise<Receivers> {
  await mkdir(folder, { recursive: true })
  const receivers = new Map<string, Receiver>()
  const pathOf = (name: string) => join(folder, `${name}.json`)
  for (const file of (await readdir(folder)).filter(each => each.endsWith('.json')).sort()) {
    const name = file.slice(0, -'.json'.length)
    try {
      receivers.set(name, receiver.parse(await readJson(pathOf(name))))
    } catch (err) {
      log.error({ err, file }, 'receiver of callbacks cannot be read: needs manual action')
    }
  }
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  return {
    list: () => [...receivers].map(([name, each]) => ({ name, receiver: each })),
    find: name => receivers.get(name),
    add: name =>
      lock.acquire(name, async () => {
        const added: Receiver = { secret: null, behaviour: 'accept', received: [] }
        if (await createFile(pathOf(name), JSON.stringify(added))) receivers.set(name, added)
      }),
    change: (name, change) =>
      lock.acquire(name, async () => {
        const before = receivers.get(name)
        if (!before) return undefined
        const after = change(before)
        await writeFile(pathOf(name), JSON.stringify(after))
        receivers.set(name, after)
        return after
      }),
  }
}
