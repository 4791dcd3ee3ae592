import { ACTIONS } from './actions.ts'

/** How each action ends, by fault and action (run-cell.ts); 'or' where it depends on the moment of the fault. */
export const EXPECTED_STATES: Record<string, Record<string, string>> = {
  // A transaction that is not committed is rolled back with its connection; the client has no answer.
  'kill -9 web before commit': createStates('broken', { 'retention run': 'once' }),
  // The commit is durable and its job runs; the client has no answer, and its retry changes nothing.
  'kill -9 web after commit': createStates('broken, done', {
    'sign-in': 'broken',
    thumbnail: 'broken',
    'timeline read': 'broken',
    'retention run': 'once',
  }),
  // The lease of the job ends, and it runs again.
  'kill -9 worker before commit': createStates('once', {
    'e-mail change': 'later',
    upload: 'later',
    'delete all': 'later',
    'download zip': 'later',
    export: 'later',
    'retention run': 'later',
    webhook: 'later',
  }),
  // The mail is sent after the commit, by the job that runs again; a claimed reminder at most once (decision 0012).
  'kill -9 worker after commit': createStates('once', {
    'e-mail change': 'later',
    'retention run': 'not done',
  }),
  // Balancers wait longer than 30 s for an answer. A limit of waiting that passes during the pause may refuse a read.
  'pause of web 30 s before commit': createStates('later', {
    thumbnail: 'refused 503+ or later',
    'timeline read': 'refused 503+ or later',
    'retention run': 'once',
  }),
  // The job's lease ends, and another worker waits for what the paused one has locked.
  'pause of worker 30 s before commit': createStates('once', {
    upload: 'later',
    'delete all': 'later',
    'download zip': 'later',
    export: 'later',
    'retention run': 'later',
    webhook: 'later',
  }),
  // The job's lease ends and another worker runs the job; the paused one finishes it, too, after the pause.
  'pause of worker 30 s after commit': createStates('once', { 'retention run': 'later' }),
  'disk full': createStates('once', { upload: 'refused 507+' }),
  EIO: createStates('once', { upload: 'refused 503+', thumbnail: 'refused 503+', 'download zip': 'later' }),
  'fsync error': createStates('once', { upload: 'refused 503+' }),
  'clock jumps a day ahead': createStates('refused 401', {
    'sign-in': 'once',
    thumbnail: 'refused 403',
    'retention run': 'once',
    webhook: 'once',
  }),
  'DNS dead': createStates('once', { webhook: 'later' }),
  'SMTP dead': createStates('once', { 'e-mail change': 'later', 'retention run': 'later' }),
  'webhook slow': createStates('once', { webhook: 'later' }),
  'duplicate delivery': createStates('once'),
  'blob store slow': createStates('once'),
  'blob store 5xx': createStates('once', {
    upload: 'refused 503+',
    thumbnail: 'refused 503+',
    'download zip': 'later',
  }),
  'blob store truncated': createStates('once', {
    upload: 'refused 503+ or later',
    thumbnail: 'refused 503+',
    'download zip': 'later',
  }),
  'network cut': createStates('refused 503+', { 'sign-in': 'broken', 'retention run': 'broken' }),
  // The database dies at any moment, also between a commit and its answer.
  'kill -9 database': createStates('refused 503+ or refused 503+, done or once', {
    'sign-in': 'broken or once',
    thumbnail: 'refused 503+ or once',
    'timeline read': 'refused 503+ or once',
    'retention run': 'broken or broken, done or once or later',
  }),
  'network delay': createStates('refused 503+', { 'sign-in': 'broken', 'retention run': 'broken' }),
  'network half-open': createStates('refused 503+', { 'sign-in': 'broken', 'retention run': 'broken' }),
}

/** Creates the row of a fault: the state in which all actions end, except `others`. */
function createStates(state: string, others: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(ACTIONS.map(({ name }) => [name, others[name] ?? state]))
}
