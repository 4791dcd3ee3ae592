export { ActivityList } from './activity-list.tsx'
export { ChangesContent } from './changes/changes-content.tsx'
export { ReviewBanner } from './changes/review-banner.tsx'
