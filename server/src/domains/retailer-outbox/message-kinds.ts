import type { RetailerAnswer, RetailerCall, RetailerInput } from '#contract/retailer-calls/retailer-call.ts'
import type { Context, Tx } from '../../context.ts'

/**
 * The end of a message. A 404 to a DELETE counts as done, any other 404 as refused with 'not-found'; a dropped message
 * is refused with 'dropped'.
 */
export type MessageAnswer<C extends RetailerCall> =
  | { result: 'done'; answer: RetailerAnswer<C> }
  | { result: 'refused'; reason: string }

/** A message as its domain identifies it. */
export interface Message {
  /** Unique within the kind, such as the id of the domain's row. */
  messageId: string
  /** The account whose erasure deletes the message; '' for none. */
  accountId: string
}

export interface NewMessage extends Message {
  /**
   * Such as 'order:4711-2140'. The transaction must have locked it, so that messages are in the order of the changes.
   */
  subject: string
}

/** A kind of message to the retailer, declared by the domain whose rows it is built from. */
export interface MessageKind<C extends RetailerCall = RetailerCall> {
  /** Stored in rows, so it must never change. */
  name: string
  call: C
  /** Whether a waiting message is still sent after its account was erased; then `accountId` is ''. */
  outlivesAccount?: boolean
  /** False: an answer that refuses the call, or a 404, is no answer, and the call is repeated. */
  isRefusable?: false
  /**
   * Builds the input of the call from the current state; undefined when the call is no longer necessary, which ends
   * the message. A repeated call must have the same id.
   */
  build(ctx: Context, message: Message): Promise<RetailerInput<C> | undefined>
  /** Stores the answer in the transaction that ends the message. */
  onAnswer?(ctx: Context, tx: Tx, message: Message, answer: MessageAnswer<C>): Promise<void>
}

const kinds = new Map<string, MessageKind>()

/** Declares a kind of message and registers it with the outbox. */
export function defineMessageKind<C extends RetailerCall>(kind: MessageKind<C>): MessageKind<C> {
  if (kinds.has(kind.name)) throw new Error(`Two kinds of messages are called ${kind.name}`)
  kinds.set(kind.name, kind as unknown as MessageKind)
  return kind
}

/** Lists the kinds of this release; rows may have kinds of a newer release. */
export const listMessageKinds = (): string[] => [...kinds.keys()]

export const listKindsThatOutliveAccounts = (): string[] =>
  [...kinds.values()].filter(({ outlivesAccount }) => outlivesAccount).map(({ name }) => name)

export function getMessageKind(name: string): MessageKind {
  const kind = kinds.get(name)
  if (!kind) throw new Error(`There is no kind of messages ${name}`)
  return kind
}
