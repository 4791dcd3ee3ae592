export { isInProgress, isRecent, type ProgressFacts } from '#contract/order-progress.ts'
