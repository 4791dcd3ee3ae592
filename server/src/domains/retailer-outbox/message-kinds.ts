import type { RetailerAnswer, RetailerCall, RetailerInput } from '#contract/retailer-calls/retailer-call.ts'
import type { Context, Tx } from '../../context.ts'

/** What ends a message. A 404 to a DELETE is done, any other is refused as 'not-found', a dropped message as 'dropped'. */
export type MessageAnswer<C extends RetailerCall> =
  | { result: 'done'; answer: RetailerAnswer<C> }
  | { result: 'refused'; reason: string }

/** A message as its domain knows it. */
export interface Message {
  /** Unique within the kind, such as the id of the domain's row. */
  messageId: string
  /** Whose erasure deletes the message; '' for none. */
  accountId: string
}

export interface NewMessage extends Message {
  /** Such as 'order:4711-2140'. The transaction has locked it, so that messages get the sequence of their changes. */
  subject: string
}

/** A kind of message to the retailer, declared by the domain whose rows it is built from. */
export interface MessageKind<C extends RetailerCall = RetailerCall> {
  /** In stored rows: it never changes. */
  name: string
  call: C
  /** Whether a waiting message is still sent after its account was erased; then `accountId` is ''. */
  outlivesAccount?: boolean
  /**
   * The input of the call, from the state at this moment; undefined when nothing is owed any more, which ends the message.
   * A repetition must have the same id.
   */
  build(ctx: Context, message: Message): Promise<RetailerInput<C> | undefined>
  /** Stores the answer in the transaction that ends the message. */
  onAnswer?(ctx: Context, tx: Tx, message: Message, answer: MessageAnswer<C>): Promise<void>
}

const kinds = new Map<string, MessageKind>()

/** Declares a kind of message; the outbox knows it from then on. */
export function defineMessageKind<C extends RetailerCall>(kind: MessageKind<C>): MessageKind<C> {
  if (kinds.has(kind.name)) throw new Error(`Two kinds of messages are called ${kind.name}`)
  kinds.set(kind.name, kind as unknown as MessageKind)
  return kind
}

/** Those of this release: rows may have kinds of a newer one. */
export const messageKindNames = (): string[] => [...kinds.keys()]

export const kindsThatOutliveAccounts = (): string[] =>
  [...kinds.values()].filter(({ outlivesAccount }) => outlivesAccount).map(({ name }) => name)

export function messageKindOf(name: string): MessageKind {
  const kind = kinds.get(name)
  if (!kind) throw new Error(`There is no kind of messages ${name}`)
  return kind
}
