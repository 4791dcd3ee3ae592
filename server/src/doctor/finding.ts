import { setTimeout } from 'node:timers/promises'

/** What a check found: for 'warn' and 'fail' the text says what to do. */
export interface Finding {
  level: 'ok' | 'warn' | 'fail'
  text: string
}

export interface Check {
  name: string
  /** The variable to look at when the check fails with an error or does not end. */
  variable?: string
  run(): Promise<Finding>
}

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warn = (text: string): Finding => ({ level: 'warn', text })
export const fail = (text: string): Finding => ({ level: 'fail', text })

/** Runs a check; an error, or no answer within the time limit (milliseconds), is a failure. */
export async function runCheck({ run, variable }: Check, timeLimitMs: number): Promise<Finding> {
  const stopping = new AbortController()
  const advice = variable ? `: check ${variable}` : ''
  const timeLimit = setTimeout(timeLimitMs, fail(`no answer within ${timeLimitMs / 1000} s${advice}`), {
    signal: stopping.signal,
  })
  // Rejects when the check was faster.
  timeLimit.catch(() => undefined)
  try {
    return await Promise.race([run(), timeLimit])
  } catch (error) {
    return fail(`${describeError(error)}${advice}`)
  } finally {
    stopping.abort()
  }
}

/** The messages of an error and its cause, in one line; fetch names the reason only there. */
export function describeError(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException
  const texts = [message || code || String(error), cause ? describeError(cause) : '']
  return texts.filter(Boolean).join(': ').replaceAll('\n', ' ')
}
