import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActorType } from '#contract/journal.ts'
import type { StatementClass } from '../time-limits.ts'

/** Who the running code acts for. */
export interface Actor {
  type: ActorType
  /** Session, API key, SFTP credential, service, operator or kind of job; null where none is known. */
  id: string | null
  /** Browser and system, 'Firefox, Windows'. */
  deviceName: string | null
  /** Shortened address. */
  network: string | null
}

/** What the running code is part of. */
export interface StatementScope {
  statementClass: StatementClass
  /** The route or kind of job, which shares connections with the others (connection-queue.ts). */
  group: string
  /** Read when an act is recorded: the caller of a request is known after its scope was created. */
  getActor?: () => Actor
}

const storage = new AsyncLocalStorage<StatementScope>()

/** Runs `work`, whose statements belong to the scope. */
export const runInStatementScope = <T>(scope: StatementScope, work: () => T): T => storage.run(scope, work)

/** Returns the scope of the running code; undefined outside of requests and jobs. */
export const getStatementScope = (): StatementScope | undefined => storage.getStore()

let processActor: Actor | undefined

/** Sets who acts where the code runs in no request and no job: the operator of a command. */
export function setProcessActor(actor: Partial<Actor> & Pick<Actor, 'type'>): void {
  processActor = { id: null, deviceName: null, network: null, ...actor }
}

/** Returns who the running code acts for; throws where nobody is known, so that no act is recorded without its actor. */
export function getActor(): Actor {
  const actor = getStatementScope()?.getActor?.() ?? processActor
  if (!actor) throw new Error('The running code belongs to no request, job or command')
  return actor
}
