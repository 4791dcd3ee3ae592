import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type DownloadPush, downloadAuthenticateMessage } from '#contract/push.ts'
import type { Context } from '../../context.ts'
import { mountSocket } from '../../http/socket.ts'
import { authenticateToken } from '../identity/index.ts'
import { DOWNLOAD_CHANNEL } from './downloads.ts'
import { type DownloadRow, listDownloadsSince, markEndKnown } from './store.ts'

/** Downloads of this age are replayed, because clients wait that long for a download. */
const REPLAY_MS = 30 * 60_000

/**
 * Mounts the download socket. Once authenticated it sends the states of the caller's recent downloads whose end no client
 * knows, and then changes: a client that connects after requesting a download misses nothing, and one that saves whatever is
 * finished saves nothing twice. With `replay` it sends {"type":"ready"} before, which other clients do not know, and the
 * states of all of them.
 */
export function mountDownloadSocket(app: FastifyInstance, ctx: Context): void {
  mountSocket(app, ctx, {
    url: '/api/push/downloads',
    verify: (token, host) => authenticateToken(ctx, token, host),
    open({ accountId }, { send, fail }, firstMessage) {
      const isReplay = downloadAuthenticateMessage.safeParse(firstMessage).data?.replay ?? false
      const sendInOrder = createOrderedSender(message => {
        send(message)
        // One that asks for the states again cannot miss an end; others that connect later must not miss it for its sake.
        if (!isReplay && message.key !== 'archive-generation-started')
          markEndKnown(ctx, accountId, message.message.downloadId).catch(fail)
      })
      const receivedDuringReplay: DownloadPush[] = []
      let receive: (message: DownloadPush) => void = message => receivedDuringReplay.push(message)
      // Subscribed before the state is read, so that no change is missed between the two.
      const unsubscribe = ctx.push.subscribe(DOWNLOAD_CHANNEL, accountId, body =>
        receive(body as DownloadPush),
      )
      if (isReplay) send({ type: 'ready' })
      listCurrentStates(ctx, accountId, isReplay).then(states => {
        for (const message of [...states, ...receivedDuringReplay]) sendInOrder(message)
        receive = sendInOrder
      }, fail)
      return unsubscribe
    },
  })
}

/** Lists messages with the states of the caller's recent downloads, oldest first. */
async function listCurrentStates(
  ctx: Context,
  accountId: string,
  isReplay: boolean,
): Promise<DownloadPush[]> {
  const now = ctx.clock.now()
  const rows = await listDownloadsSince(ctx.db, accountId, new Date(now.getTime() - REPLAY_MS))
  return rows.flatMap(({ account_id, download_id, state, end_known_at }) =>
    state === 'requested' || (end_known_at && !isReplay)
      ? []
      : [
          {
            id: randomUUID(),
            timestamp: now.toISOString(),
            key: KEY_BY_STATE[state],
            message: { userId: account_id, downloadId: download_id },
          },
        ],
  )
}

/**
 * Returns a function that sends each state of a download once and in order, because a replay may overtake messages in
 * transit.
 */
function createOrderedSender(send: (message: DownloadPush) => void): (message: DownloadPush) => void {
  const lastRanks = new Map<string, number>()
  return message => {
    const { downloadId } = message.message
    const rank = RANK_BY_KEY[message.key]
    if (rank <= (lastRanks.get(downloadId) ?? 0)) return
    lastRanks.set(downloadId, rank)
    send(message)
  }
}

const KEY_BY_STATE: Record<Exclude<DownloadRow['state'], 'requested'>, DownloadPush['key']> = {
  'in-progress': 'archive-generation-started',
  ready: 'archive-generation-finished',
  failed: 'archive-generation-error',
}

/** 'error' ranks last, because a ready download fails when its photos are erased. */
const RANK_BY_KEY: Record<DownloadPush['key'], number> = {
  'archive-generation-started': 1,
  'archive-generation-finished': 2,
  'archive-generation-error': 3,
}
