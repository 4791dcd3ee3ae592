export { ActivityList } from './activity-list.tsx'
