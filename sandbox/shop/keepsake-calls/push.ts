import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { type KeepsakeClient, KeepsakeError, PERMANENT_FAILURES } from '../keepsake-client.ts'
import type { Records } from '../records.ts'

/** A state of a record that Keepsake is to have. */
export interface Message {
  /** Names the feed and the record: 'order P-222222222222'. */
  key: string
  /** Sent unless it is the acknowledged one. */
  version: number | string
  /** Makes the call; throws KeepsakeError. */
  send(keepsake: KeepsakeClient): Promise<unknown>
  /** Whether the record's messages after it are sent also while this one fails. */
  isIndependent?: boolean
}

/** Creates the message with a state, which contains its version; none without a state. */
export const createMessages = <E extends Endpoint>(
  key: string,
  endpoint: E,
  params: z.input<E['params']>,
  body: (z.input<E['body']> & { version: number }) | undefined,
): Message[] => {
  if (!body) return []
  const send = (keepsake: KeepsakeClient) => keepsake.call(endpoint, { params, body } as Input<E>)
  return [{ key, version: body.version, send }]
}

/** What Keepsake has of a feed. */
export const sentState = z.object({
  /** Absent: nothing was acknowledged. */
  acknowledged: z.union([z.number(), z.string()]).optional(),
  /** The last failed attempt since then; `status` is 0 without a valid answer. */
  problem: z
    .object({ version: z.union([z.number(), z.string()]), status: z.int(), at: z.string() })
    .optional(),
})
export type SentState = z.infer<typeof sentState>

/** Whether Keepsake refused a version permanently, which needs manual action. */
export const isRefused = ({ problem }: SentState): boolean =>
  problem !== undefined && PERMANENT_FAILURES.has(problem.status)

/** The kinds of records of which Keepsake has the newest states. */
type RecordKind = 'order' | 'invoices' | 'project' | 'complaint' | 'customer' | 'feeds'

export type Push = ReturnType<typeof startPush>

interface PushSettings {
  sent: Records<SentState>
  keepsake: KeepsakeClient
  log: Logger
  now: () => Date
  retryMs: (tries: number) => number
}

/** Maximum time that a customer waits. */
const WAIT_MS = 1500

/**
 * Sends the newest states of records to Keepsake until they are acknowledged: at least once, of each record one call at a
 * time. A state that is stored during a call is sent after it. One that Keepsake refuses permanently is logged as an error and not
 * sent again before the next start; newer ones are. What is stored is sent in any case, so that a crash of the shop or of Keepsake
 * only delays it.
 */
export function startPush({ sent, keepsake, log, now, retryMs }: PushSettings) {
  const getState = (key: string): SentState => sent.find(key) ?? {}
  const followed = new Map<RecordKind, (id: string) => readonly Message[]>()
  /** The last version that was refused since the start. */
  const refused = new Map<string, Message['version']>()

  /** False when it must be sent again later. */
  const sendMessage = async ({ key, version, send }: Message): Promise<boolean> => {
    if (version === getState(key).acknowledged || version === refused.get(key)) return true
    try {
      await send(keepsake)
    } catch (err) {
      if (!(err instanceof KeepsakeError)) throw err
      const { status } = err
      // The same failure again is not stored again.
      sent.upsert(key, before =>
        before?.problem?.version === version && before.problem.status === status
          ? before
          : { ...before, problem: { version, status, at: now().toISOString() } },
      )
      if (!PERMANENT_FAILURES.has(status)) {
        log.warn({ feed: key, version, status }, 'version not acknowledged yet')
        return false
      }
      refused.set(key, version)
      log.error({ err, feed: key, version }, 'version refused: needs manual action')
      return true
    }
    sent.upsert(key, () => ({ acknowledged: version }))
    log.info({ feed: key, version }, 'version acknowledged')
    return true
  }
  const sendPending = async (kind: RecordKind, id: string): Promise<boolean> => {
    let isComplete = true
    for (const message of followed.get(kind)!(id)) {
      const isHandled = await sendMessage(message)
      isComplete &&= isHandled
      if (!isHandled && !message.isIndependent) break
    }
    return isComplete
  }

  /** The last attempt of each record, which begins when the one before has ended. */
  const attempts = new Map<string, Promise<void>>()
  const retries = new Map<string, NodeJS.Timeout>()
  const tries = new Map<string, number>()
  let isClosed = false
  const attempt = async (kind: RecordKind, id: string) => {
    const record = `${kind} ${id}`
    if (isClosed || retries.has(record)) return
    try {
      if (await sendPending(kind, id)) return void tries.delete(record)
    } catch (err) {
      // The store failed, not Keepsake: the record is unchanged.
      log.error({ err, record }, 'record cannot be sent')
    }
    if (isClosed) return
    const count = (tries.get(record) ?? 0) + 1
    tries.set(record, count)
    const retry = () => {
      retries.delete(record)
      void send(kind, id)
    }
    retries.set(record, setTimeout(retry, retryMs(count)))
  }
  const send = (kind: RecordKind, id: string): Promise<void> => {
    const record = `${kind} ${id}`
    const next = (attempts.get(record) ?? Promise.resolve()).then(() => attempt(kind, id))
    attempts.set(record, next)
    return next
  }
  return {
    /** Sends the messages of each stored record, those of the newest state in their sequence. */
    follow<R>(
      kind: RecordKind,
      records: Pick<Records<R>, 'find' | 'onStored'>,
      listMessages: (record: R, id: string) => readonly Message[],
    ): void {
      followed.set(kind, id => {
        const record = records.find(id)
        return record === undefined ? [] : listMessages(record, id)
      })
      records.onStored((_, id) => void send(kind, id))
    },
    /** Sends what is pending of a record. Resolves after that, or after a failed attempt; does not hasten a retry. */
    send,
    /** The same, for a customer who waits: resolves soon also when Keepsake does not answer. */
    sendSoon: (kind: RecordKind, id: string): Promise<void> =>
      Promise.race([send(kind, id), sleep(WAIT_MS, undefined, { ref: false })]),
    /** What Keepsake has of a feed, by the key of its messages. */
    getState,
    /** Cancels scheduled retries and waits for running attempts. */
    async close(): Promise<void> {
      isClosed = true
      for (const timer of retries.values()) clearTimeout(timer)
      await Promise.all(attempts.values())
    },
  }
}
