import type { FieldIssues } from '#contract/input/field-issues.ts'
import type { SubmissionResult } from '#contract/retailer-states.ts'
import type { StateProblem } from '#contract/state-problem.ts'
import { type Context, change, type Tx } from '../context.ts'
import { describeCallPath } from './call-path.ts'
import type { Call, ServiceCaller } from './route.ts'

/** What a service of the retailer sent; without one Keepsake stores a state itself. */
export interface Submission {
  service: ServiceCaller
  /** Under its kind and key it is read back. */
  kind: string
  key: string
  /** As it was sent. */
  body: Record<string, unknown>
  /** Of the call, without what names a customer. */
  path: string
  /** Whether nothing is stored: the answer says what would happen. */
  isDryRun: boolean
  /** The checks that the body does not pass, where they are warnings; domains add theirs. */
  warnings: FieldIssues
}

type SubmittingCall = Pick<Call<never>, 'request'> & { query: { dryRun?: boolean | undefined } }

interface Receipt {
  stored: boolean
  state?: string
  problems?: StateProblem[]
}

/**
 * Stores what a service sent; `store` returns the receipt. A dry run answers what would happen, and what is refused is
 * refused as without it. The body is that of the request by default.
 */
export async function receiveSubmission<R extends Receipt>(
  { request, query }: SubmittingCall,
  { kind, key, body }: Pick<Submission, 'kind' | 'key'> & Partial<Pick<Submission, 'body'>>,
  store: (submission: Submission) => Promise<R>,
): Promise<R & SubmissionResult> {
  const submission: Submission = {
    service: request.service!,
    kind,
    key,
    body: body ?? (request.body as Record<string, unknown>),
    path: describeCallPath(request),
    isDryRun: query.dryRun ?? false,
    warnings: { ...request.feedWarnings },
  }
  const receipt = await store(submission)
  const warnings = Object.entries(submission.warnings).map(([path, code]) => ({ path, code }))
  if (!submission.isDryRun) {
    if (receipt.problems?.length) request.refusal = describeProblems(receipt)
    return { ...receipt, ...(warnings.length > 0 && { warnings }) }
  }
  const { stored: wouldStore, state = 'stored', problems = [] } = receipt
  return { ...receipt, stored: false, dryRun: true, wouldStore, state, problems, warnings }
}

/** A state that is stored with problems is listed with the refusals. */
const describeProblems = ({ state = 'stored', problems = [] }: Receipt) => ({
  status: 200,
  code: state,
  message: problems
    .map(({ path, code, expected, found }) =>
      found === undefined
        ? `${path}: ${code} ${expected ?? ''}`.trim()
        : `${path} is ${found}, not ${expected}`,
    )
    .join('; '),
  fields: Object.fromEntries(problems.map(({ path, code }) => [path, code])),
})

/** Runs one change for a submission; that of a dry run is rolled back, and its result is what it would have been. */
export async function changeForSubmission<T>(
  ctx: Pick<Context, 'db'>,
  submission: Pick<Submission, 'isDryRun'> | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!submission?.isDryRun) return change(ctx, work)
  const results: T[] = []
  const rollback = new Error('A dry run is rolled back')
  await change(ctx, async tx => {
    results.push(await work(tx))
    throw rollback
  }).catch(error => {
    if (error !== rollback) throw error
  })
  return results.at(-1) as T
}
