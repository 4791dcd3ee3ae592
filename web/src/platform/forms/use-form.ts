import { useRef, useState } from 'react'
import type { FieldIssues } from '#contract/input/field-issues.ts'
import { isCancelled } from '../http/cancelled-call.ts'
import { HttpFailure, isNetworkFailure, isNotFound, isPreconditionFailed } from '../http/http-failure.ts'
import { reportFailure } from '../reporting/reporting.ts'
import type { Draft } from './drafts.ts'

/**
 * Manages the state of a form: validates all fields on submit and runs one submit at a time. Field errors of the service are shown
 * like errors of the validation; any other failure sets `failed`. After a success the form stays pending until the
 * caller closes it, and its draft is removed.
 */
export function useForm<T>({
  check,
  submit,
  message,
  refusal,
  stored,
  refetch,
  draft,
}: FormOptions<T>): FormState {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [state, setState] = useState<'open' | 'pending' | 'failed'>('open')
  const [problem, setProblem] = useState<FormProblem>()
  const isRunning = useRef(false)

  const showIssues = (issues: Record<string, string>, values: Record<string, string>) => {
    // In the sequence of the fields.
    const names = new Set([...Object.keys(values).filter(name => name in issues), ...Object.keys(issues)])
    setErrors(Object.fromEntries([...names].map(name => [name, message(name, issues[name]!, values)])))
    setState('open')
  }
  const onSubmit = async (values: Record<string, string>) => {
    if (isRunning.current) return
    const checkResult = check(values)
    if (checkResult.issues) return showIssues(checkResult.issues, values)
    isRunning.current = true
    setErrors({})
    setState('pending')
    try {
      await submit(checkResult.data)
      draft?.remove()
    } catch (error) {
      isRunning.current = false
      if (isCancelled(error)) return setState('open')
      setProblem(findProblem(error))
      if (isPreconditionFailed(error)) {
        setState('failed')
        return void refetch?.().catch(reportFailure)
      }
      const refusedIssues = refusal?.(error)
      if (refusedIssues) return showIssues(refusedIssues, values)
      reportFailure(error)
      const issues = readServiceIssues(error, values)
      if (issues) showIssues(issues, values)
      else setState('failed')
    }
  }
  return {
    errors,
    pending: state === 'pending',
    failed: state === 'failed',
    problem: state === 'failed' ? problem : undefined,
    stored,
    draft,
    onSubmit: values => void onSubmit(values),
  }
}

type CheckResult<T> = { data: T; issues?: undefined } | { data?: undefined; issues: FieldIssues }

export interface FormOptions<T> {
  /** The input of `submit`, or the issues of all fields: usually checkInput with the schema of the call. */
  check: (values: Record<string, string>) => CheckResult<T>
  /** Rejects when the submit failed. */
  submit: (data: T) => Promise<void>
  /** The text for an issue of a field, given the values that were submitted. */
  message: (name: string, issue: string, values: Record<string, string>) => string
  /** Issues by field of a failure that is an answer to the customer, so that it is not reported. */
  refusal?: (error: unknown) => Record<string, string> | undefined
  /** The stored values of the fields, as they are submitted: fields that were not edited follow them. */
  stored?: Record<string, string>
  /** Reads the stored values again after a submit that was refused because they have changed (412). */
  refetch?: () => Promise<unknown>
  /** Preserves what was entered over a reload and the end of the session. */
  draft?: Draft
}

/** 'no-connection': there was no response. 'changed', 'deleted': what is stored was changed elsewhere in the meantime. */
export type FormProblem = 'no-connection' | 'changed' | 'deleted'

export interface FormState {
  errors: Record<string, string>
  pending: boolean
  failed: boolean
  /** Why it failed, where that is known: the form has its own text for it. */
  problem?: FormProblem | undefined
  stored?: Record<string, string> | undefined
  draft?: Draft | undefined
  onSubmit: (values: Record<string, string>) => void
}

function findProblem(error: unknown): FormProblem | undefined {
  if (isPreconditionFailed(error)) return 'changed'
  if (isNotFound(error)) return 'deleted'
  return isNetworkFailure(error) ? 'no-connection' : undefined
}

/** Reads the service's issues by field; undefined without issues or if one belongs to a field that the form does not have. */
function readServiceIssues(
  error: unknown,
  values: Record<string, string>,
): Record<string, string> | undefined {
  if (!(error instanceof HttpFailure) || error.code !== 'bad-request') return undefined
  const issues = Object.entries(error.fields ?? {})
  return issues.length > 0 && issues.every(([name]) => name in values)
    ? Object.fromEntries(issues)
    : undefined
}
