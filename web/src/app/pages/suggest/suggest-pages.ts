/** Both pages of suggested selections, in one file: the second is opened from the first. */
export { SuggestPage } from './suggest-page.tsx'
export { SuggestedPage } from './suggested-page.tsx'
