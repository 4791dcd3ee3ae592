export { setDateAction } from './set-date-action.ts'
