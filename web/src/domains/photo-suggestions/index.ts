export { SuggestedSelection } from './draft/suggested-selection.tsx'
export { SuggestionForm } from './source/suggestion-form.tsx'
export { storeSelected } from './source/suggestion-source.ts'
