export { SuggestedSelection } from './draft/suggested-selection.tsx'
export { storeSelected } from './source/selected-source.ts'
export { SuggestionForm } from './source/suggestion-form.tsx'
