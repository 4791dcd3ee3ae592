import type { Environment, Topology } from './environment.ts'

export interface Fault {
  name: string
  /** 'embedded' by default. */
  topology?: Topology
  /** Milliseconds in which an action that was answered is done or counts as not done. */
  duringMs?: number
  /** Makes it happen. */
  inject(environment: Environment, target: Target): InjectedFault | Promise<InjectedFault>
}

/** The action that the fault affects. */
export interface Target {
  action: string
  accountId: string
}

export interface InjectedFault {
  end(): void | Promise<void>
  /** Resolves when it has happened; without it, it has. */
  happened?: Promise<unknown>
  /** True when the fault is over before `end` is called. */
  hasEnded?(): boolean
}
