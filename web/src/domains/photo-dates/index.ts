export { setDateAction } from './set-date-action.ts'
export { undoDates } from './undo-dates.ts'
