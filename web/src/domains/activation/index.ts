export { activationQuery } from './activation-query.ts'
export { ActivationNote, ArchivedLibrary, DeletingLibrary } from './lazy-components.ts'
export { ReactivateButton } from './reactivate-button.tsx'
