import { type Context, change } from '../../context.ts'
import type { Command, CommandAction } from '../../domain.ts'
import { parseCommandLine } from '../../platform/command-line.ts'
import { dispatchMessages } from './job-kinds.ts'
import { getMessageKind } from './message-kinds.ts'
import { dropMessages, listMessages, type MessageRow, retryMessages } from './store/messages.ts'

/** Lists, retries and drops messages of the outbox. */
export const retailerOutboxCommand: Command = {
  name: 'retailer-outbox',
  parse: args => {
    const parsed = parseCommandLine(args, { reason: { type: 'string' } })
    const [verb, id, ...rest] = parsed?.words ?? []
    const reason = parsed?.values.reason?.trim()
    if (rest.length > 0 || (reason !== undefined) !== (verb === 'drop')) return null
    if (verb === 'list') return id === undefined ? listAction : null
    if (!id) return null
    if (verb === 'retry') return (ctx, print) => retryMessage(ctx, print, id)
    return reason ? (ctx, print) => dropMessage(ctx, print, { id, reason }) : null
  },
}

const LIST_LIMIT = 1000

const listAction: CommandAction = async ({ db }, print) => {
  const rows = await listMessages(db, LIST_LIMIT)
  for (const row of rows) print(describeMessage(row))
  const waitingCount = rows.filter(({ state }) => state === 'waiting').length
  print(
    `${waitingCount} waiting, ${rows.length - waitingCount} refused or dropped${rows.length === LIST_LIMIT ? ' of the first 1,000' : ''}.`,
  )
  return 0
}

function describeMessage(row: MessageRow): string {
  const { kind, message_id, subject, state, attempts, created_at, next_attempt_at, ended_at } = row
  const answer = [row.last_status, row.last_problem].filter(each => each !== null).join(' ')
  const when = ended_at
    ? `${state} ${ended_at.toISOString()}`
    : `waiting, next ${next_attempt_at.toISOString()}`
  return `${created_at.toISOString()} ${kind} ${message_id} (${subject}): ${when}, ${attempts} attempts${answer && `, ${answer}`}`
}

async function retryMessage(ctx: Context, print: (line: string) => unknown, id: string): Promise<number> {
  const rows = await change(ctx, async tx => {
    await ctx.jobs.send(tx, dispatchMessages, [{}])
    return retryMessages(tx, id, ctx.clock.now())
  })
  return printResult(rows, id, 'is sent again', print)
}

async function dropMessage(
  ctx: Context,
  print: (line: string) => unknown,
  { id, reason }: { id: string; reason: string },
): Promise<number> {
  const rows = await change(ctx, async tx => {
    const droppedMessages = await dropMessages(tx, id, { reason, now: ctx.clock.now() })
    for (const { kind, message_id: messageId, account_id: accountId } of droppedMessages) {
      const answer = { result: 'refused', reason: 'dropped' } as const
      await getMessageKind(kind).onAnswer?.(ctx, tx, { messageId, accountId }, answer)
    }
    return droppedMessages
  })
  for (const { kind } of rows)
    ctx.log.warn({ kind, messageId: id, reason }, 'a message to the retailer was dropped')
  return printResult(rows, id, 'is dropped', print)
}

function printResult(
  rows: readonly MessageRow[],
  id: string,
  result: string,
  print: (line: string) => unknown,
): number {
  for (const { kind } of rows) print(`${kind} ${id} ${result}.`)
  if (rows.length === 0) print(`There is no such message ${id}.`)
  return rows.length > 0 ? 0 : 1
}
