import { z } from 'zod'
import { projectId } from '../retailer-projects.ts'
import { retailerCall } from './retailer-call.ts'

/**
 * Notifies that a project is deleted permanently: by its customer, or together with the customer's photos. Repeated
 * until it is answered; 404 counts as done.
 */
export const deleteProject = retailerCall('DELETE', '/projects/:id', {
  params: z.object({ id: projectId }),
})
